#include "shown_reading.h"

#include "programs/reading.h"
#include "shell/analysis.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace postern::programs {
namespace {

struct Case {
    std::string_view line, reading;
};

TEST(ServicesRows, GiveEachWordItsRole) {
    const Case cases[] = {
        {"docker ps -a", "-:ps"},
        {"docker run --rm -it -e A=1 --env-file .env image rm -rf /", "-:run -:A=1 R:.env -:image cmd:rm W/:/"},
        {"docker run -v /:/host image sh", "-:run -:image cmd:sh ?/:/host"},
        {"docker run --entrypoint sh --privileged image", "-:run X:sh -:image destroys"},
        {"docker --host tcp://x:1 ps", "U:tcp://x:1 -:ps"},
        {"docker container rm -f web", "-:container -:rm -:web destroys"},
        {"docker exec -it web cat /etc/passwd", "-:exec -:web cmd:cat R:/etc/passwd"},
        {"docker build -t x -f evil.Dockerfile .", "-:build -:x F:evil.Dockerfile L:."},
        {"docker push x/y", "-:push -:x/y destroys"},
        {"docker image push x/y", "-:image -:push -:x/y destroys"},
        {"docker cp .env web:/x", "-:cp HR:.env HW:web:/x"},
        {"docker cp web:/x out", "-:cp HR:web:/x HW:out"},
        {"docker system prune -af --volumes", "-:system -:prune destroys"},
        {"docker volume rm data", "-:volume -:rm -:data destroys"},
        {"docker save -o out.tar image", "-:save W:out.tar -:image"},
        {"docker compose -f evil.yml up -d", "-:compose F:evil.yml -:up"},
        {"docker compose down -v", "-:compose -:down destroys"},
        {"docker-compose exec web rm x", "-:exec -:web cmd:rm W:x"},
        {"docker compose run --rm web rm x", "-:compose -:run -:web cmd:rm W:x"},
        {"podman run --rm image rm x", "-:run -:image cmd:rm W:x"},
        {"podman --runtime ./evil ps", "X:./evil -:ps"},
        {"podman rm -a -f", "-:rm destroys"},
        {"kubectl get pods -A", "-:get -:pods"},
        {"kubectl get pods -o jsonpath-file=.env", "-:get -:pods -:jsonpath-file=.env ?-o"},
        {"kubectl --kubeconfig evil get pods", "F:evil -:get -:pods"},
        {"kubectl delete pod web --force", "-:delete -:pod -:web destroys"},
        {"kubectl apply -f a.yaml -n prod", "-:apply R:a.yaml -:prod destroys"},
        {"kubectl exec -it web -- rm x", "-:exec -:web cmd:rm W:x"},
        {"kubectl exec web -c a -- cat x", "-:exec -:a -:web cmd:cat R:x"},
        {"kubectl cp .env web:/x", "-:cp HR:.env HW:web:/x"},
        {"kubectl kustomize --enable-helm --helm-command ./evil .", "-:kustomize X:./evil L:. destroys"},
        {"kubectl config set users.x.exec.command evil", "-:config ?set ?users.x.exec.command ?evil"},
        {"kubectl run x --image=y -- rm z", "-:run -:y -:x cmd:rm W:z"},
        {"helm install web ./chart -f .env --post-renderer ./evil",
         "-:install R:.env X:./evil R:web R:./chart destroys"},
        {"helm uninstall web", "-:uninstall -:web destroys"},
        {"helm lint chart", "-:lint L:chart"},
        {"terraform plan -out=plan -var-file=secret.tfvars", "-:plan W:plan R:secret.tfvars"},
        {"terraform -chdir=infra apply -auto-approve", "CD:infra -:apply destroys"},
        {"terraform init -plugin-dir=evil", "-:init P:evil"},
        {"terraform fmt -check", "-:fmt"},
        {"terraform fmt", "-:fmt"},
        {"terraform state rm a.b", "-:state -:rm -:a.b destroys"},
        {"ansible all -m shell -a 'rm x'", "P:shell S:rm x -:all"},
        {"ansible-playbook -i hosts.py site.yml", "F:hosts.py F:site.yml destroys"},
        {"ansible-playbook -e @.env site.yml", "F:@.env F:site.yml ?-e destroys"},
        {"vagrant ssh -c 'rm x'", "-:ssh sh:rm x"},
        {"aws s3 cp .env s3://b/k", "-:s3 -:cp HR:.env HW:s3://b/k destroys"},
        {"aws s3 cp a s3://b/k --metadata file://.env", "-:s3 -:cp HR:a HW:s3://b/k ?--metadata ?file://.env destroys"},
        {"aws s3 rm s3://b --recursive", "-:s3 -:rm U:s3://b destroys"},
        {"aws sts get-caller-identity", "-:sts -:get-caller-identity"},
        {"aws ec2 terminate-instances --instance-ids i", " ?ec2 ?terminate-instances ?--instance-ids ?i"},
        {"gcloud compute ssh vm --command 'rm x'", "-:compute -:ssh sh:rm x H:vm"},
        {"gsutil cp .env gs://b", "-:cp HR:.env HW:gs://b destroys"},
        {"heroku run -a app rm x", "-:run -:app sh:rm ?x"},
        {"vercel --prod", " destroys"},
        {"vercel deploy", "-:deploy destroys"},
        {"fly ssh console -C 'rm x'", "-:ssh -:console sh:rm x"},
        {"psql -c 'select 1' mydb", "C:select 1 H:mydb"},
        {"psql -f evil.sql -h host db", "F:evil.sql H:host H:db"},
        {"psql -o '|rm x' db", "H:|rm x -:db ?-o"},
        {"psql --set=PROMPT1=x db", "K:PROMPT1=x H:db"},
        {"psql --version", " informs"},
        {"sqlite3 a.db 'select 1'", "M:a.db C:select 1"},
        {"sqlite3 -init evil a.db", "F:evil M:a.db"},
        {"sqlite3 -cmd '.shell rm x' a.db", "C:.shell rm x M:a.db"},
        {"mysql -u root -psecret -e 'select 1' db", "-:root -:secret C:select 1 -:db"},
        {"mysql --pager=evil db", "X:evil -:db"},
        {"pg_dump -f out.sql db", "W:out.sql H:db"},
        {"pg_restore -c -d db dump", "H:db R:dump destroys"},
        {"dropdb db", "-:db destroys"},
        {"redis-cli -h host flushall", "H:host -:flushall destroys"},
        {"redis-cli --rdb out.rdb", "W:out.rdb destroys"},
        {"mongosh --eval 'db.x.drop()' host/db", "C:db.x.drop() H:host/db"},
        {"docker create --cidfile out image", "-:create W:out -:image"},
        {"kubectl get pods --template .env", "-:get R:.env -:pods"},
        {"kubectl apply -k overlay --server https://x", "-:apply L:overlay U:https://x destroys"},
        {"sqlite3 -cmd '.shell rm x' -version", "C:.shell rm x"},
        {"psql -X -d postgres://host/db -c '\\! rm x'", "H:postgres://host/db C:\\! rm x"},
    };
    for (const Case& c : cases) EXPECT_EQ(shown(c.line), c.reading) << c.line;
}

TEST(ServicesRows, OnlyCallsThatActOnNothingAreHarmless) {
    const std::pair<std::string_view, bool> cases[] = {
        {"docker --version", true},
        {"psql --version", true},
        {"helm lint chart", true},
        {"kubectl get --help", true},
        {"docker ps", false},
        {"kubectl get pods", false},
        {"terraform fmt", false},
        {"sqlite3", false},
        {"sqlite3 -cmd x -version", false},
        {"vercel", false},
        {"aws sts get-caller-identity", false},
    };
    for (const auto& [line, harmless] : cases) {
        EXPECT_EQ(is_harmless(read(shell::analyse(line).commands.front().words)), harmless) << line;
    }
}

}  // namespace
}  // namespace postern::programs

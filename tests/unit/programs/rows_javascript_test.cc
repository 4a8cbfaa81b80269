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

TEST(JavaScriptRows, GiveEachWordItsRole) {
    const Case cases[] = {
        {"npm install --save-dev left-pad ./local", "-:install R:left-pad R:./local"},
        {"npm i -g typescript", "-:i R:typescript"},
        {"npm run build -- --watch", "-:run -:build R:--watch"},
        {"npm rum build --script-shell=./evil", "-:rum X:./evil -:build"},
        {"npm --prefix web test", "CD:web -:test"},
        {"npm publish --access public", "-:publish -:public destroys"},
        {"npm pub", "-:pub destroys"},
        {"npm exec -c 'rm -rf x'", "-:exec sh:rm -rf x"},
        {"npm install --node-options=--require=./x.js", "-:install C:--require=./x.js"},
        {"npm config get registry", "-:config -:get -:registry"},
        {"npm config set script-shell ./evil", "-:config ?set ?script-shell ?./evil"},
        {"npm ls --depth=0", "-:ls -:0"},
        {"npm --version", " informs"},
        {"npm -globalconfig=./rc install", "F:./rc -:install"},
        {"npx tsc --noEmit", "cmd:tsc"},
        {"npx -y -p typescript tsc -p .", "P:typescript cmd:tsc F:."},
        {"npx -c 'cat .env'", "sh:cat .env"},
        {"npx --package=./evil run-it", "P:./evil cmd:run-it"},
        {"tsc", ""},
        {"tsc --noEmit -p tsconfig.json", "F:tsconfig.json"},
        {"tsc --outDir dist @args", "D:dist R@:@args"},
        {"tsc -w --nosuch", " ?--nosuch"},
        {"node server.js --port 1", "F:server.js any:--port any:1"},
        {"node -e 'process.exit()' x", "C:process.exit() any:x"},
        {"node -pe 1+1", "C:1+1"},
        {"node -r ./evil.js -p '1'", "P:./evil.js C:1"},
        {"node --env-file=.env --test", "R:.env"},
        {"node --redirect-warnings=out app.js", "W:out F:app.js"},
        {"node --version", " informs"},
        {"pnpm -F web add react", "-:web -:add R:react"},
        {"pnpm run build --prod", "-:run -:build R:--prod"},
        {"pnpm exec rm -rf x", "-:exec cmd:rm W/:x"},
        {"pnpm publish", "-:publish destroys"},
        {"yarn add left-pad", "-:add R:left-pad"},
        {"yarn", ""},
        {"yarn dlx create-thing", "-:dlx cmd:create-thing"},
        {"yarn workspace a exec rm x", " ?workspace ?a ?exec ?rm ?x"},
        {"bun run index.ts --x", "-:run F:index.ts any:--x"},
        {"bun x cowsay", "-:x cmd:cowsay"},
        {"deno run --allow-read main.ts .env", "-:run F:main.ts any:.env"},
        {"deno eval 'Deno.exit()'", "-:eval C:Deno.exit()"},
        {"eslint --fix src", "M:src"},
        {"eslint -c ./evil.js --rulesdir rules src", "F:./evil.js P:rules L:src"},
        {"prettier --write src", "M:src"},
        {"prettier --check src", "L:src"},
        {"jest --config evil.js a.test.js", "F:evil.js R:a.test.js"},
        {"vitest run src/a.test.ts", "R:run R:src/a.test.ts"},
        {"next build", "-:build"},
        {"vite build --outDir dist", "-:build D:dist"},
        {"prisma migrate reset --force", "-:migrate -:reset destroys"},
        {"prisma generate --schema=a.prisma", "-:generate F:a.prisma"},
        {"nodemon -x 'rm x' app.js", "sh:rm x F:app.js"},
        {"concurrently 'npm:a' 'rm -rf x'", "S:npm:a S:rm -rf x"},
        {"rimraf dist", "W:dist destroys"},
        {"lerna exec -- rm x", "-:exec sh:rm ?x"},
        {"npm exec --package=./evil run-it", "-:exec P:./evil cmd:run-it"},
        {"npm ci --userconfig=./rc", "-:ci F:./rc"},
        {"npx --yes prisma migrate reset", "cmd:prisma -:migrate -:reset"},
        {"yarn --version", ""},
        {"npm publish --color=./dir", "-:publish ?--color=./dir destroys"},
    };
    for (const Case& c : cases) EXPECT_EQ(shown(c.line), c.reading) << c.line;
}

TEST(JavaScriptRows, OnlyCallsThatActOnNothingAreHarmless) {
    const std::pair<std::string_view, bool> cases[] = {
        {"npm ls --depth=0", true},
        {"npm config get registry", true},
        {"npm --version", true},
        {"node --version", true},
        {"npm ci", false},
        {"npm ls --script-shell=x", false},
        {"tsc", false},
        {"yarn --version", false},
        {"npx tsc", false},
        {"eslint src", false},
        {"prettier --check .", false},
    };
    for (const auto& [line, harmless] : cases) {
        EXPECT_EQ(is_harmless(read(shell::analyse(line).commands.front().words)), harmless) << line;
    }
}

// npm takes every unambiguous beginning of a command or an alias.
TEST(JavaScriptRows, AbbreviatedCommandsOfNpmAreTheSameRow) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"npm/pu", "npm/publish"}, {"npm/ur", "npm/run"},          {"npm/isntall", "npm/install"},
        {"npm/exe", "npm/exec"},   {"npm/unpub", "npm/unpublish"}, {"npm/c/ls", "npm/config/list"},
    };
    for (const auto& [written, meant] : cases) {
        ASSERT_NE(find_row(meant), nullptr) << meant;
        EXPECT_EQ(find_row(written), find_row(meant)) << written;
    }
}

}  // namespace
}  // namespace postern::programs

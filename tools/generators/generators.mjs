// The generators of clients that are tried, each in one exact version, and how each is called.

const COMPILER =
  'npx tsc --noEmit --strict --noUncheckedIndexedAccess --skipLibCheck --resolveJsonModule --allowImportingTsExtensions'
const MODULES = '--target es2022 --module esnext --moduleResolution bundler --lib es2023,dom,dom.iterable --types node'
const BUNDLER = '--bundle --platform=node --format=esm --packages=external --outfile=day.mjs --log-level=error'

/** A client in TypeScript: `command` makes it of a description, `day` is the file that uses it. */
function inTypeScript({ name, packages, needs = [], command, day }) {
  return {
    name,
    packages: { typescript: '5.9.3', '@types/node': '24.10.1', esbuild: '0.27.0', ...packages },
    needs,
    steps: {
      ...(command && { generate: command }),
      compile: `${COMPILER} ${MODULES} ${day}`,
      bundle: `npx esbuild ${day} ${BUNDLER}`,
      'plan, optimize, report': 'node day.mjs',
    },
  }
}

/** The last version whose package holds the program itself; it needs Java, and reads the Swagger 2.0 description. */
const OPENAPI_GENERATOR = { '@openapitools/openapi-generator-cli': '1.0.18-5.0.0-beta2' }
const JAR = 'java -jar node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar'
const FROM_SWAGGER = `${JAR} generate -i generated/swagger.json`

/** Where Debian keeps Java's libraries, sources of Go and Guzzle. */
const JARS = ['jackson-core', 'jackson-annotations', 'jackson-databind', 'jsr305', 'geronimo-annotation-1.3-spec'].map(
  (name) => `/usr/share/java/${name}.jar`,
)
const GO_SOURCES = '/usr/share/gocode'
const GUZZLE = '/usr/share/php/GuzzleHttp/autoload.php'

/**
 * Each step is run by a shell in a folder that holds `generated/openapi.json` (OpenAPI 3.1), `generated/swagger.json` (Swagger 2.0), the
 * installed `packages` and the files of the folder `days`. `needs` are programs, and files by their whole path, without which a trial is
 * left out.
 */
export const GENERATORS = [
  inTypeScript({
    name: 'openapi-typescript',
    packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
    command: 'npx openapi-typescript generated/openapi.json -o generated/openapi-fetch.ts',
    day: 'openapi-fetch.ts',
  }),
  inTypeScript({
    name: '@hey-api/openapi-ts',
    packages: { '@hey-api/openapi-ts': '0.95.0' },
    command: 'npx openapi-ts -i ./generated/openapi.json -o generated/hey-api',
    day: 'hey-api.ts',
  }),
  inTypeScript({
    name: 'swagger-typescript-api',
    packages: { 'swagger-typescript-api': '13.13.0' },
    command:
      'npx swagger-typescript-api generate -p generated/openapi.json -o generated/swagger-typescript-api -n api.ts --extract-request-params',
    day: 'swagger-typescript-api.ts',
  }),
  inTypeScript({
    // Generated from the Swagger 2.0 description, as older programs read it.
    name: 'swagger-typescript-api, version 9',
    packages: { 'swagger-typescript-api': '9.3.1' },
    command:
      'npx swagger-typescript-api -p generated/swagger.json -o generated/swagger-typescript-api -n api.ts --extract-request-params',
    day: 'swagger-typescript-api-9.ts',
  }),
  inTypeScript({
    name: 'oazapfts',
    packages: { oazapfts: '7.5.0', '@oazapfts/runtime': '1.2.0' },
    command: 'npx oazapfts generated/openapi.json generated/oazapfts.ts',
    day: 'oazapfts.ts',
  }),
  inTypeScript({
    name: 'orval',
    packages: { orval: '7.13.2' },
    command: 'npx orval --input generated/openapi.json --output generated/orval.ts --client fetch',
    day: 'orval.ts',
  }),
  inTypeScript({
    name: 'openapi-client-axios',
    packages: { 'openapi-client-axios': '7.9.1', axios: '1.13.2' },
    day: 'openapi-client-axios.ts',
  }),
  inTypeScript({
    name: 'openapi-generator, typescript-fetch',
    packages: OPENAPI_GENERATOR,
    needs: ['java'],
    command: `${FROM_SWAGGER} -g typescript-fetch -o generated/openapi-generator --additional-properties=typescriptThreePlus=true`,
    day: 'openapi-generator.ts',
  }),
  {
    name: 'openapi-generator, php',
    packages: OPENAPI_GENERATOR,
    needs: ['java', 'php', GUZZLE],
    steps: {
      // Each operation gets a second method that ends in "Async", which the operation of that name collides with.
      rename: `sed -i 's/"optimizePlanAsync"/"optimizePlanInBackground"/' generated/swagger.json`,
      generate: `${FROM_SWAGGER} -g php -o generated/php`,
      'plan, optimize, report': "php -d error_reporting='E_ALL & ~E_DEPRECATED' -d display_errors=stderr day.php",
    },
  },
  {
    // The generator called "go" writes no models in this version.
    name: 'openapi-generator, go-deprecated',
    packages: OPENAPI_GENERATOR,
    needs: ['java', 'go', `${GO_SOURCES}/src/golang.org/x/oauth2`],
    steps: {
      generate: `${FROM_SWAGGER} -g go-deprecated -o go/src/openapi`,
      compile: `GO111MODULE=off GOCACHE=$PWD/cache GOPATH=$PWD/go:${GO_SOURCES} go build -o day-in-go day.go`,
      'plan, optimize, report': './day-in-go',
    },
  },
  {
    name: 'openapi-generator, java',
    packages: OPENAPI_GENERATOR,
    needs: ['java', 'javac', ...JARS],
    steps: {
      generate: `${FROM_SWAGGER} -g java --library native -o generated/java`,
      compile: `javac -nowarn -d classes -cp ${JARS.join(':')} $(find java generated/java/src/main/java -name '*.java') Day.java`,
      'plan, optimize, report': `java -cp classes:${JARS.join(':')} Day`,
    },
  },
  {
    // Debian has no .NET, and Mono there none of the libraries: its compiler only reads what was written.
    name: 'openapi-generator, csharp',
    packages: OPENAPI_GENERATOR,
    needs: ['java', 'mcs'],
    isOnlyRead: true,
    steps: {
      generate: `${FROM_SWAGGER} -g csharp -o generated/csharp`,
      read: "mcs --parse $(find generated/csharp/src/Org.OpenAPITools -name '*.cs')",
    },
  },
]

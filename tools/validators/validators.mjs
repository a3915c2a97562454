// The validators that read our descriptions, and the linters that look into our package for npm, each in one exact version.

/** The three descriptions as OpenAPI 3.1, and the interface as Swagger 2.0: files in the folder, by their paths at the service. */
export const DESCRIPTIONS = {
  'openapi.json': '/openapi.json',
  'service.json': '/openapi/service.json',
  'people.json': '/openapi/people.json',
  'swagger.json': '/swagger.json',
}

const files = Object.keys(DESCRIPTIONS)
const spectral = (file) => ['npx', 'spectral', 'lint', file, '--ruleset', 'spectral.yaml', '--fail-severity=hint']

/**
 * Each command is run in a folder that holds the descriptions, the programs of the folder `checks` and, as `client.tgz`, the package of
 * the client as it is published. A finding makes it end with another code than 0.
 */
export const VALIDATORS = [
  {
    name: '@redocly/cli',
    packages: { '@redocly/cli': '2.77.0' },
    commands: files.map((file) => ['npx', 'redocly', 'lint', file]),
  },
  {
    name: '@stoplight/spectral-cli',
    packages: { '@stoplight/spectral-cli': '6.16.3' },
    commands: files.map(spectral),
  },
  {
    name: '@apidevtools/swagger-parser',
    packages: { '@apidevtools/swagger-parser': '13.0.0' },
    commands: [['node', 'swagger-parser.mjs', ...files]],
  },
  {
    name: '@readme/openapi-parser',
    packages: { '@readme/openapi-parser': '9.0.0' },
    commands: [['node', 'readme.mjs', ...files]],
  },
  {
    name: '@seriousme/openapi-schema-validator',
    packages: { '@seriousme/openapi-schema-validator': '2.11.0' },
    commands: files.map((file) => ['npx', 'validate-api', file]),
  },
  { name: 'publint', packages: { publint: '0.3.25' }, commands: [['npx', 'publint', 'run', 'client.tgz', '--strict']] },
  {
    name: '@arethetypeswrong/cli',
    packages: { '@arethetypeswrong/cli': '0.18.5' },
    commands: [['npx', 'attw', 'client.tgz']],
  },
]

/** Stands between client-run.ts and the service, and checks each call and response against the description. */
export const PROXY = { name: '@stoplight/prism-cli', packages: { '@stoplight/prism-cli': '5.14.2' } }

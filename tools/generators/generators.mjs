// The generators of clients that are tried, each in one exact version, and how each is called.

/** Packages that every trial installs. */
export const COMMON = { typescript: '5.9.3', '@types/node': '24.10.1' }

/**
 * `command` is run in a folder that holds `generated/openapi.json` (OpenAPI 3.1) and `generated/swagger.json` (Swagger 2.0). `day` is the
 * file of the folder `days` that uses what was generated.
 */
export const GENERATORS = [
  {
    name: 'openapi-typescript',
    packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
    command: ['npx', 'openapi-typescript', 'generated/openapi.json', '-o', 'generated/openapi-fetch.ts'],
    day: 'openapi-fetch.ts',
  },
  {
    name: '@hey-api/openapi-ts',
    packages: { '@hey-api/openapi-ts': '0.95.0' },
    command: ['npx', 'openapi-ts', '-i', './generated/openapi.json', '-o', 'generated/hey-api'],
    day: 'hey-api.ts',
  },
  {
    name: 'swagger-typescript-api',
    packages: { 'swagger-typescript-api': '13.13.0' },
    command: [
      'npx',
      'swagger-typescript-api',
      'generate',
      '-p',
      'generated/openapi.json',
      '-o',
      'generated/swagger-typescript-api',
      '-n',
      'api.ts',
      '--extract-request-params',
    ],
    day: 'swagger-typescript-api.ts',
  },
  {
    // Generated from the Swagger 2.0 description, as older programs read it.
    name: 'swagger-typescript-api, version 9',
    packages: { 'swagger-typescript-api': '9.3.1' },
    command: [
      'npx',
      'swagger-typescript-api',
      '-p',
      'generated/swagger.json',
      '-o',
      'generated/swagger-typescript-api',
      '-n',
      'api.ts',
      '--extract-request-params',
    ],
    day: 'swagger-typescript-api-9.ts',
  },
  {
    name: 'oazapfts',
    packages: { oazapfts: '7.5.0', '@oazapfts/runtime': '1.2.0' },
    command: ['npx', 'oazapfts', 'generated/openapi.json', 'generated/oazapfts.ts'],
    day: 'oazapfts.ts',
  },
  {
    name: 'orval',
    packages: { orval: '7.13.2' },
    command: [
      'npx',
      'orval',
      '--input',
      'generated/openapi.json',
      '--output',
      'generated/orval.ts',
      '--client',
      'fetch',
    ],
    day: 'orval.ts',
  },
  {
    name: 'openapi-client-axios',
    packages: { 'openapi-client-axios': '7.9.1', axios: '1.13.2' },
    day: 'openapi-client-axios.ts',
  },
  {
    // The last version whose package holds the program itself; it needs Java, and reads the Swagger 2.0 description.
    name: 'openapi-generator (typescript-fetch)',
    packages: { '@openapitools/openapi-generator-cli': '1.0.18-5.0.0-beta2' },
    needs: 'java',
    command: [
      'java',
      '-jar',
      'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar',
      'generate',
      '-i',
      'generated/swagger.json',
      '-g',
      'typescript-fetch',
      '-o',
      'generated/openapi-generator',
      '--additional-properties=typescriptThreePlus=true',
    ],
    day: 'openapi-generator.ts',
  },
]

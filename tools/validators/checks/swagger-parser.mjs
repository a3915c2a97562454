// Every file named is held against the schema of its version and against what the schema cannot say.
import SwaggerParser from '@apidevtools/swagger-parser'

for (const file of process.argv.slice(2)) await SwaggerParser.validate(file)

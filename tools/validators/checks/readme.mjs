// Runs ReadMe's validator on every file named; a warning counts as a finding, too.
import { compileErrors, validate } from '@readme/openapi-parser'

for (const file of process.argv.slice(2)) {
  const result = await validate(file)
  if (!result.valid || result.warnings.length > 0) throw new Error(`${file}: ${compileErrors(result)}`)
}

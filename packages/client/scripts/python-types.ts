// Converts the schemas of the contract's description to Python's typed dictionaries (PEP 589), readable by Python 3.9.

import type { Schema } from './wire-types.ts'

/** Words that Python keeps for itself. */
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is
   lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
)

/** Source of the module with one type for each schema, by its name. */
export function pythonTypes(schemas: Readonly<Record<string, Schema>>): string {
  const writer = new TypeWriter()
  for (const [name, schema] of Object.entries(schemas)) writer.declare(name, schema)
  return [...writer.classes, ...writer.aliases].join('\n\n\n')
}

/** Type of a value in an annotation; records inside it must have been declared by name. */
export function pythonType(schema: Schema): string {
  return new TypeWriter().typeOf(schema, 'Anonymous')
}

/** The name, when Python accepts it for a parameter. Throws an Error otherwise. */
export function pythonName(name: string): string {
  if (!isName(name)) throw new Error(`Python cannot call anything ${name}.`)
  return name
}

function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && !KEYWORDS.has(text)
}

class TypeWriter {
  readonly classes: string[] = []
  /** Names for other types; Python evaluates them, so they follow the classes. */
  readonly aliases: string[] = []

  declare(name: string, schema: Schema): void {
    if (schema.properties) this.declareRecord(name, schema)
    else this.aliases.push(`${comment(schema, '')}${name} = ${this.typeOf(schema, name)}`)
  }

  /** `name` is for a record that stands inside the schema without a name of its own. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref) return `"${schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)}"`
    if (schema.enum) return typeOfWords(schema.enum)
    if (schema.anyOf)
      return union(schema.anyOf.map((choice, at) => this.typeOf(choice, at === 0 ? name : `${name}${at + 1}`)))
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
    return types.length === 0 ? 'Any' : union(types.map((type) => this.typeOfKind(type, schema, name)))
  }

  private typeOfKind(type: string, schema: Schema, name: string): string {
    switch (type) {
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'string':
        return 'str'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `List[${schema.items ? this.typeOf(schema.items, name) : 'Any'}]`
      default:
        return this.typeOfRecord(schema, name)
    }
  }

  private typeOfRecord(schema: Schema, name: string): string {
    if (schema.properties) {
      this.declareRecord(name, schema)
      return `"${name}"`
    }
    const { additionalProperties } = schema
    return `Dict[str, ${typeof additionalProperties === 'object' ? this.typeOf(additionalProperties, name) : 'Any'}]`
  }

  /**
   * Fields that are required, and those that are Python's own words, stand in classes that the record's class derives from: `NotRequired`
   * came with Python 3.11, and a class cannot name a field `break`.
   */
  private declareRecord(name: string, schema: Schema): void {
    const required = new Set(schema.required ?? [])
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => {
      const type = this.typeOf(value, `${name}${capitalized(field)}`)
      return { field, type, comment: comment(value, '    '), isRequired: required.has(field), isName: isName(field) }
    })
    const needed = fields.filter(({ isRequired, isName }) => isRequired && isName)
    const optional = fields.filter(({ isRequired, isName }) => !isRequired && isName)
    const reserved = fields.filter(({ isName }) => !isName)
    const bases: string[] = []
    if (reserved.length > 0) {
      if (reserved.some(({ isRequired }) => isRequired)) throw new Error(`${name} requires a word of Python's own.`)
      const words = reserved.map(({ field, type }) => `"${field}": ${type}`)
      this.classes.push(`${name}Reserved = TypedDict("${name}Reserved", {${words.join(', ')}}, total=False)`)
      bases.push(`${name}Reserved`)
    }
    if (needed.length > 0 && optional.length > 0) {
      this.classes.push(getClass(`${name}Required(TypedDict)`, `# Required fields of ${name}.\n`, needed))
      bases.push(`${name}Required`)
    }
    const isTotal = optional.length === 0 && needed.length > 0
    const head = `${name}(${bases.join(', ') || 'TypedDict'}${isTotal ? '' : ', total=False'})`
    this.classes.push(getClass(head, comment(schema, ''), isTotal ? needed : optional))
  }
}

interface Field {
  field: string
  type: string
  comment: string
}

function getClass(head: string, title: string, fields: readonly Field[]): string {
  const lines = fields.map(({ field, type, comment }) => `${comment}    ${field}: ${type}`)
  return `${title}class ${head}:\n${lines.length > 0 ? lines.join('\n') : '    pass'}`
}

function typeOfWords(words: readonly unknown[]): string {
  const literals = words
    .filter((word) => word !== null)
    .map((word) => (typeof word === 'boolean' ? capitalized(String(word)) : JSON.stringify(word)))
  return union([`Literal[${literals.join(', ')}]`, ...(words.includes(null) ? ['None'] : [])])
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  const others = distinct.filter((type) => type !== 'None')
  const one = others.length > 1 ? `Union[${others.join(', ')}]` : (others[0] ?? 'None')
  return distinct.length > others.length && others.length > 0 ? `Optional[${one}]` : one
}

function comment({ description }: Schema, indent: string): string {
  if (!description) return ''
  return `${description
    .split('\n')
    .map((line) => `${indent}# ${line}`.trimEnd())
    .join('\n')}\n`
}

function capitalized(field: string): string {
  return field
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

// How the text of one setting is read; what it may not be is said without the value, which may be a secret.
import { Resolver } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

/** Parts of letters, digits and dashes between slashes; answered with a slash at its end, unless it is empty. */
export function storagePrefix(text: string): string {
  const inner = text.replace(/^\/+|\/+$/g, '')
  if (inner === '') return ''
  return `${matching(/^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/, 'letters, digits, dots and dashes between slashes')(inner)}/`
}

export function choice<const T extends string>(...allowed: T[]): (text: string) => T {
  return (text) => {
    const found = allowed.find((entry) => entry === text)
    if (!found) throw new Error(`must be one of ${allowed.join(', ')}`)
    return found
  }
}

export function matching(pattern: RegExp, what: string): (text: string) => string {
  return (text) => {
    if (!pattern.test(text)) throw new Error(`must be ${what}`)
    return text
  }
}

export function choices<const T extends string>(...allowed: T[]): (text: string) => T[] {
  const read = choice(...allowed)
  return (text) => [...new Set(text.split(',').map((part) => read(part.trim())))]
}

/** Amounts by name, as `stops=5000,messages=200`; `yes` is none of them. */
export function amounts<const T extends string>(...names: T[]): (text: string) => Partial<Record<T, number>> {
  return (text) => {
    const found: Partial<Record<T, number>> = {}
    for (const part of text === 'yes' ? [] : text.split(',')) {
      const [name, amount] = part.trim().split('=')
      const known = names.find((entry) => entry === name)
      if (!known || !amount) throw new Error(`must be yes, or amounts of ${names.join(', ')}, as ${names[0]}=1000`)
      found[known] = integer(0, Number.MAX_SAFE_INTEGER)(amount)
    }
    return found
  }
}

export function yesOrNo(text: string): boolean {
  return ['yes', 'true'].includes(choice('yes', 'no', 'true', 'false')(text))
}

/** A secret may not be guessed, and is not repeated in the mistake. */
export function secret(shortest: number): (text: string) => string {
  return (text) => {
    if (text.length < shortest) throw new Error(`must have at least ${shortest} characters`)
    return text
  }
}

export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < min || value > max) throw new Error(`must be a whole number ${min}..${max}`)
    return value
  }
}

export function dnsServers(text: string): string[] {
  const servers = text.split(',').map((server) => server.trim())
  try {
    new Resolver().setServers(servers)
  } catch {
    throw new Error('must be addresses such as 10.0.0.1 or 10.0.0.1:53, separated by commas')
  }
  return servers
}

export function share(text: string): number {
  const value = Number(text)
  if (!(value >= 0 && value <= 1)) throw new Error(`must be a number 0..1`)
  return value
}

/** Addresses hold passwords: the mistake is told without the value. */
export function address(...protocols: string[]): (text: string) => string {
  return (text) => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(
        `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      )
    }
    return text
  }
}

export function contact(text: string): string {
  if (!/^(mailto:.+@|https:\/\/)./.test(text) || !URL.canParse(text))
    throw new Error('must begin with mailto: or https://')
  return text
}

/** Addresses separated by spaces; what of them counts is the server. */
export function origins(text: string): string[] {
  const read = address('http:', 'https:')
  return text.split(/\s+/).flatMap((text) => (text === '' ? [] : [new URL(read(text)).origin]))
}

export function baseUrl(text: string): string {
  return address('http:', 'https:')(text).replace(/\/+$/, '')
}

/** Several files are separated like the folders of PATH; `none` starts without any, also without the shipped one. */
export function listFiles(text: string): string[] {
  if (text === 'none') return []
  const files = text.split(delimiter).filter((file) => file.trim() !== '')
  for (const file of files) if (!existsSync(file)) throw new Error(`must name files that exist; ${file} does not`)
  return files.map((file) => resolve(file))
}

export const regionName = matching(/^[a-z0-9-]{1,40}$/, 'the name of a region')
export const bucketName = matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')

// Holds a command of a document against what there is: scripts, commands of `routewright` with their options, files, operations.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { endpoints } from '@routewright/contract'
import { commandLine } from '../../apps/server/src/process/cli/program.ts'
import { root } from './blocks.ts'

/** Programs of the reader's machine that no test can or should run, and why. */
export const foreign: Record<string, string> = {
  useradd: 'changes the machine',
  install: 'writes into folders of the machine',
  systemctl: 'needs systemd as the first process',
  'systemd-run': 'needs systemd as the first process',
  journalctl: 'needs systemd as the first process',
  docker: 'needs Docker',
  kubectl: 'needs a cluster',
  helm: 'needs a cluster',
  git: 'needs the address or a tag of a published repository',
  openssl: 'a program of the system',
  printf: 'a program of the system',
  echo: 'a program of the system',
  cp: 'a program of the system',
  mv: 'a program of the system',
  mkdir: 'a program of the system',
  chmod: 'a program of the system',
  cd: 'a command of the shell',
  find: 'a program of the system',
  date: 'a program of the system',
}

const scripts = (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }).scripts
const solverOptions = readdirSync(`${root}packages/solver/src/cli`)
  .map((name) => readFileSync(`${root}packages/solver/src/cli/${name}`, 'utf8'))
  .join('\n')

/** Returns what is wrong with a command, without its prefix; undefined when nothing is, or it cannot be checked. */
export function whyUnknown(words: readonly string[]): string | undefined {
  const [program = '', ...args] = words
  if (program === 'npm') return whyUnknownToNpm(args)
  if (program === 'routewright') return whyUnknownCommand(args)
  if (program === 'node') return whyNoFile(args)
  if (program === 'curl') return whyNoOperation(args)
  // A function of the shell, a line of cron, what follows a command's output in a word, or nothing but settings.
  if (program === '' || /^(routewright\(|[{}.]|[\d*]+$)/.test(program)) return undefined
  return program in foreign ? undefined : `nobody knows the program ${program}`
}

function whyUnknownToNpm(args: readonly string[]): string | undefined {
  const plain = args.filter((word) => word !== '--silent')
  const [verb = '', name = ''] = plain
  const rest = plain.includes('--') ? plain.slice(plain.indexOf('--') + 1) : []
  if (verb === 'start') return whyUnknownCommand(['start', ...rest])
  if (verb === 'exec') return rest[0] === 'node' ? whyNoFile(rest.slice(1)) : `npm exec ${rest[0]} is not known`
  if (verb === 'run') {
    if (!(name in scripts)) return `there is no script ${name}`
    return name === 'routewright' ? whyUnknownCommand(rest) : undefined
  }
  return ['test', 'ci', 'install', 'pack', 'publish'].includes(verb) ? undefined : `npm ${verb} is not known`
}

function whyUnknownCommand(args: readonly string[]): string | undefined {
  let command: ReturnType<typeof commandLine> = commandLine()
  const rest = [...args]
  for (;;) {
    const next = command.commands.find((command) => command.name() === rest[0])
    if (!next) break
    command = next
    rest.shift()
  }
  if (command.parent === null && rest[0] !== '--help') return `routewright has no command ${rest[0]}`
  if (command.commands.length > 0 && rest[0] !== '--help') return `routewright ${command.name()} has no ${rest[0]}`
  const known = (option: string) =>
    option === '--help' ||
    command.options.some(({ long, short }) => long === option || short === option) ||
    (command.name() === 'solve' && solverOptions.includes(option))
  const unknown = rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]!)
  const wrong = unknown.filter((option) => !known(option))
  return wrong.length > 0 ? `routewright ${command.name()} has no option ${wrong.join(', ')}` : undefined
}

function whyNoFile([file = '']: readonly string[]): string | undefined {
  if (file.startsWith('-')) return undefined
  return existsSync(root + file.replace('/opt/routewright/', '')) ? undefined : `there is no file ${file}`
}

/** Answered outside of the contract. */
const undeclared = new Set(['POST /mcp', 'GET /health', 'GET /metrics', 'GET /openapi.json', 'GET /swagger.json'])

/** A call must name a declared operation by its method and its path; ids may be variables or words in <>. */
function whyNoOperation(args: readonly string[]): string | undefined {
  const address = args.find((word) => /^(\$|https?:|\.\.\.)/.test(word))
  if (address === undefined) return 'curl has no address'
  if (address === '$ORDER_ADDRESS') return undefined
  const path = address.replace(/^(\$ROUTEWRIGHT_URL|https?:\/\/[^/]+|\.\.\.)/, '').split('?', 1)[0]!
  const method = args.includes('-X') ? args[args.indexOf('-X') + 1] : 'GET'
  if (undeclared.has(`${method} ${path}`)) return undefined
  const fits = endpoints.some((endpoint) => {
    const pattern = endpoint.path.replace(/\{\w+\}/g, '[^/]+')
    return endpoint.method === method && new RegExp(`^${pattern}$`).test(path)
  })
  return fits ? undefined : `there is no operation ${method} ${path}`
}

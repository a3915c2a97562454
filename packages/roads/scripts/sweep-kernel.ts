// Source of the sweeps in WebAssembly text format (WAT). Eight costs are consecutive at a node, one for each source of a batch, in four
// vectors of two; `each` writes the four lines of every step.

const VECTORS = [0, 1, 2, 3]
const each = (line: (vector: number) => string) => VECTORS.map(line).join('\n      ')
const offset = (vector: number) => (vector === 0 ? '' : `offset=${16 * vector}`)

/**
 * Number of nodes, and addresses of the other data in bytes. The memory begins with the costs: 64 bytes per node, like the sums; `met` has
 * a byte per node that is 1 when one of the sources has reached it; then the arcs.
 */
const PARAMS = ['nodes', 'sums', 'met', 'arcFirst', 'arcNode', 'arcCost', 'arcSum']
const params = PARAMS.map((name) => `(param $${name} i32)`).join(' ')
/** Costs and sums of the node: c, s; offered through it or through a higher one: n, m; of the higher node: t, u. */
const locals = [
  '(local $node i32) (local $at i32) (local $arc i32) (local $end i32) (local $other i32)',
  '(local $cost v128) (local $sum v128) (local $isLess v128)',
  ...['c', 's', 'n', 'm', 't', 'u'].map((name) => VECTORS.map((vector) => `(local $${name}${vector} v128)`).join(' ')),
].join('\n    ')

const loadCosts = (name: string, at: string) =>
  each((v) => `(local.set $${name}${v} (v128.load ${offset(v)} (local.get $${at})))`)
const loadSums = (name: string, at: string) =>
  each((v) => `(local.set $${name}${v} (v128.load ${offset(v)} (i32.add (local.get $${at}) (local.get $sums))))`)
const storeCosts = (name: string, at: string) =>
  each((v) => `(v128.store ${offset(v)} (local.get $${at}) (local.get $${name}${v}))`)
const storeSums = (name: string, at: string) =>
  each((v) => `(v128.store ${offset(v)} (i32.add (local.get $${at}) (local.get $sums)) (local.get $${name}${v}))`)
/** `pmin` of a and b is b when it is less, otherwise a: the first value is kept on ties. */
const least = (kept: string, offered: string) =>
  each((v) => `(local.set $${kept}${v} (f64x2.pmin (local.get $${kept}${v}) (local.get $${offered}${v})))`)
/**
 * The sum follows the lower cost. When two ways have the same cost and different sums, all bits are set, which is NaN: readers must then
 * determine which of the ways is driven.
 */
const leastWithSums = ([cost, sum]: [string, string], [offered, offeredSum]: [string, string]) =>
  each((v) =>
    [
      `(local.set $${sum}${v} (v128.or (local.get $${sum}${v}) (v128.and`,
      `  (f64x2.eq (local.get $${cost}${v}) (local.get $${offered}${v}))`,
      `  (f64x2.ne (local.get $${sum}${v}) (local.get $${offeredSum}${v})))))`,
      `(local.set $isLess (f64x2.lt (local.get $${offered}${v}) (local.get $${cost}${v})))`,
      `(local.set $${sum}${v} (v128.bitselect (local.get $${offeredSum}${v}) (local.get $${sum}${v}) (local.get $isLess)))`,
      `(local.set $${cost}${v} (v128.bitselect (local.get $${offered}${v}) (local.get $${cost}${v}) (local.get $isLess)))`,
    ].join('\n      '),
  )
const add = (to: string, from: string, what: string) =>
  each((v) => `(local.set $${to}${v} (f64x2.add (local.get $${from}${v}) (local.get $${what})))`)

const atNode = '(local.set $at (i32.shl (local.get $node) (i32.const 6)))'
const word = (table: string, index: string) =>
  `(i32.load (i32.add (local.get $${table}) (i32.shl ${index} (i32.const 2))))`
const double = (table: string) =>
  `(v128.load64_splat (i32.add (local.get $${table}) (i32.shl (local.get $arc) (i32.const 3))))`

/** Runs the body for each arc of the node, with the higher node in $other and the arc's numbers in $cost and $sum. */
const forArcs = (withSums: boolean, body: string) => `
      (local.set $arc ${word('arcFirst', '(local.get $node)')})
      (local.set $end ${word('arcFirst', '(i32.add (local.get $node) (i32.const 1))')})
      (block $noArc (loop $nextArc
      (br_if $noArc (i32.ge_u (local.get $arc) (local.get $end)))
      (local.set $other ${word('arcNode', '(local.get $arc)')})
      (local.set $cost ${double('arcCost')})
      ${withSums ? `(local.set $sum ${double('arcSum')})` : ''}
      ${body}
      (local.set $arc (i32.add (local.get $arc) (i32.const 1)))
      (br $nextArc)))`

const metAt = (node: string) => `(i32.add (local.get $met) ${node})`
const isMet = `(i32.load8_u ${metAt('(local.get $node)')})`
/** In arcs, nodes are stored as the addresses of their costs. */
const otherNode = '(i32.shr_u (local.get $other) (i32.const 6))'
const setAll = (name: string, value: string) =>
  each((v) => `(local.set $${name}${v} (f64x2.splat (f64.const ${value})))`)

/** From the lowest node up: offers each higher node the cost of the way through this one. */
function climb(withSums: boolean): string {
  const offer = `
      ${add('n', 'c', 'cost')}
      ${withSums ? add('m', 's', 'sum') : ''}
      (if (i32.load8_u ${metAt(otherNode)})
      (then
      ${loadCosts('t', 'other')}
      ${withSums ? `${loadSums('u', 'other')}\n      ${leastWithSums(['t', 'u'], ['n', 'm'])}` : least('t', 'n')}
      ${storeCosts('t', 'other')}
      ${withSums ? storeSums('u', 'other') : ''})
      (else
      (i32.store8 ${metAt(otherNode)} (i32.const 1))
      ${storeCosts('n', 'other')}
      ${withSums ? storeSums('m', 'other') : ''}))`
  return `(func (export "${withSums ? 'climbWithSums' : 'climb'}") ${params}
    ${locals}
      (block $noNode (loop $nextNode
      (br_if $noNode (i32.ge_u (local.get $node) (local.get $nodes)))
      (if ${isMet} (then
      ${atNode}
      ${loadCosts('c', 'at')}
      ${withSums ? loadSums('s', 'at') : ''}
      ${forArcs(withSums, offer)}))
      (local.set $node (i32.add (local.get $node) (i32.const 1)))
      (br $nextNode))))`
}

/** From the highest node down: takes the cost of the way through each higher node, when it is lower. */
function descend(withSums: boolean): string {
  const take = `
      ${loadCosts('n', 'other')}
      ${add('n', 'n', 'cost')}
      ${withSums ? `${loadSums('m', 'other')}\n      ${add('m', 'm', 'sum')}` : ''}
      ${withSums ? leastWithSums(['c', 's'], ['n', 'm']) : least('c', 'n')}`
  return `(func (export "${withSums ? 'descendWithSums' : 'descend'}") ${params}
    ${locals}
      (local.set $node (local.get $nodes))
      (block $noNode (loop $nextNode
      (br_if $noNode (i32.eqz (local.get $node)))
      (local.set $node (i32.sub (local.get $node) (i32.const 1)))
      ${atNode}
      (if ${isMet}
      (then
      ${loadCosts('c', 'at')}
      ${withSums ? loadSums('s', 'at') : ''})
      (else
      ${setAll('c', 'inf')}
      ${withSums ? setAll('s', '0') : ''}))
      ${forArcs(withSums, take)}
      ${storeCosts('c', 'at')}
      ${withSums ? storeSums('s', 'at') : ''}
      (br $nextNode))))`
}

export function kernelText(): string {
  const functions = [climb(false), climb(true), descend(false), descend(true)]
  return `(module\n  (memory (import "sweep" "memory") 1)\n  ${functions.join('\n  ')})\n`
}

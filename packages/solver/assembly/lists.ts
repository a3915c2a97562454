// AssemblyScript: lists of numbers at an address, for all programs of this folder.

/** Address of this many bytes. */
export function reserveBytes(bytes: i32): usize {
  return heap.alloc(<usize>max(16, bytes))
}

@inline
export function int(list: usize, index: i32): i32 {
  return load<i32>(list + (<usize>index << 2))
}

@inline
export function put(list: usize, index: i32, value: i32): void {
  store<i32>(list + (<usize>index << 2), value)
}

@inline
export function float(list: usize, index: i32): f64 {
  return load<f64>(list + (<usize>index << 3))
}

@inline
export function putFloat(list: usize, index: i32, value: f64): void {
  store<f64>(list + (<usize>index << 3), value)
}

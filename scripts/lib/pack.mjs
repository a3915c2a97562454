// Checks npm packages: every entry file named by the manifest must be inside.

/** The entrances that the packed manifest names and the package lacks; `files` are paths within it. */
export function missingEntrances(manifest, files) {
  const packed = new Set(files)
  const named = [
    manifest.main,
    manifest.types,
    ...pathsIn(manifest.exports),
    ...pathsIn(manifest.bin),
    ...pathsIn(manifest.n8n),
  ]
  const paths = named.filter((path) => typeof path === 'string' && /\.[cm]?[jt]s$/.test(path))
  return [...new Set(paths.map((path) => path.replace(/^\.\//, '')))].filter((path) => !packed.has(path))
}

function pathsIn(value) {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(pathsIn) : []
}

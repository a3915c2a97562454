// The mark: a route between two places.
export function LogoMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--rw-accent)" />
      <path
        d="M9.5 22.5c0-8 13-4.5 13-12.5"
        stroke="var(--rw-accent-text)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeDasharray="0.1 4.2"
      />
      <circle cx="9.5" cy="23" r="3.2" fill="var(--rw-accent-text)" />
      <circle cx="22.5" cy="9.5" r="3.2" stroke="var(--rw-accent-text)" strokeWidth="2.4" />
    </svg>
  )
}

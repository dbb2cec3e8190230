/** The class that sets a tone's colours. A tone that is not known yet is neutral. */
export function toneClass(tone: unknown): string {
  return `cz-tone-${typeof tone === 'string' ? tone : 'neutral'}`;
}

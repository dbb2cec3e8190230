/** The class for a tone's colours. A pending tone is neutral. */
export function toneClass(tone: unknown): string {
  return `cz-tone-${typeof tone === 'string' ? tone : 'neutral'}`;
}

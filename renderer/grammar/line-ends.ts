/** Gives an edited text the line ends that it had before: those of Windows if its first line has them. */
export function keepLineEnds(before: string, after: string): string {
  return /^[^\n]*\r\n/.test(before) ? after.replaceAll(/\r?\n/g, '\r\n') : after;
}

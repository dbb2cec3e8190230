/** Escapes a text so that a `RegExp` matches exactly this text. Node 20 has no `RegExp.escape`. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

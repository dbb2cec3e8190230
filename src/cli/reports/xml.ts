const ENTITIES: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** Escapes text for XML; characters that XML 1.0 cannot contain are replaced. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : '\ufffd'))
    .replaceAll(/[&<>"\n]/g, (sign) => ENTITIES[sign] ?? '');
}

const ENTITIES: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** Text in XML; signs that XML 1.0 cannot say at all are replaced. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : '\ufffd'))
    .replaceAll(/[&<>"\n]/g, (sign) => ENTITIES[sign] ?? '');
}

/*
 * Texts that break programs, by class: unexpected for an encoding, a parser, a font or careless code. A service, a definition
 * or a person can send each of them.
 */

export interface Naughty {
  readonly class: string;
  readonly text: string;
}

const TAGS = [
  'script',
  'img',
  'svg',
  'iframe',
  'a',
  'b',
  'style',
  'math',
  'object',
  'form',
  'video',
  'template',
];
const HANDLERS = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'ontoggle',
  'onpointerenter',
  'onanimationstart',
];
const CALLS = ['globalThis.__ran=1', 'alert(1)', 'fetch("//evil.test")'];
const SCHEMES = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  ' javascript:',
  'vbscript:',
  'data:text/html,',
];

/** Markup that would run code, or render foreign content. */
function markup(): string[] {
  const found: string[] = [];
  for (const call of CALLS) {
    found.push(`<script>${call}</script>`, `</script><script>${call}</script>`, `"><script>${call}</script>`);
    found.push(`<scr<script>ipt>${call}</scr</script>ipt>`, `<SCRIPT SRC=//evil.test/x.js></SCRIPT>${call}`);
    for (const handler of HANDLERS)
      for (const tag of TAGS.slice(1, 8)) found.push(`<${tag} src=x tabindex=0 ${handler}=${call}>`);
    found.push(`<math><mtext><table><mglyph><style><img src=x onerror=${call}>`);
    found.push(
      `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
      `<svg><style>*{x:url(${call})}</style>`,
    );
    found.push(
      `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
      `<xmp><p title="</xmp><img onerror=${call}>`,
    );
    found.push(
      `<!--><img src=x onerror=${call}>-->`,
      `<![CDATA[<script>${call}</script>]]>`,
      `<?xml ?><script>${call}</script>`,
    );
    found.push(
      `'-${call}-'`,
      `";${call}//`,
      `\${${call}}`,
      `{{${call}}}`,
      `<%= ${call} %>`,
      `#{${call}}`,
      `[[${call}]]`,
    );
    for (const scheme of SCHEMES) found.push(scheme + call, `<a href="${scheme}${call}">x</a>`);
  }
  for (const tag of TAGS)
    found.push(`<${tag}`, `</${tag}>`, `&lt;${tag}&gt;`, `<${tag}/x=">`, `<${tag.toUpperCase()}>`);
  return found;
}

const LETTERS = [
  '\u0000',
  '\u0007',
  '\b',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u180e',
];
const SPACES = [
  '\u200b',
  '\u200d',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u3000',
  '\ufeff',
  '\ufffd',
  '\uffff',
  '\ud800',
  '\udfff',
];
const SCRIPTS = [
  '田中さん',
  '社會科學院',
  '찦차를 타고',
  'Ω≈ç√∫',
  '﷽',
  'ﷺ',
  'אבג',
  'مرحبا',
  'ไทย',
  'हिन्दी',
  'ẛ̣',
  'İ',
  'ß',
  'ǅ',
  'ﬀ',
];
const FACES = ['😀', '👩‍👩‍👧‍👦', '🏳️‍🌈', '👍🏿', '🇵🇭', '1️⃣', '(╯°□°）╯︵ ┻━┻', '¯\\_(ツ)_/¯', 'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮'];
const NAMES = [
  'undefined',
  'null',
  'NULL',
  'nil',
  'None',
  'true',
  'false',
  'NaN',
  'Infinity',
  '-0',
  '[object Object]',
  'hasOwnProperty',
];
const POLLUTING = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  '__proto__.polluted',
  'constructor.prototype.polluted',
  'a[__proto__]',
];
const NUMBERS = [
  '0',
  '-1',
  '1e309',
  '1E+400',
  '0x10',
  '0b1',
  '1/0',
  '1,000.00',
  '1.000,00',
  '٣',
  '9007199254740993',
  '0.1',
  '1e-7',
  '²',
  '½',
  '00',
  '+1',
  '1_000',
];
const SERVERS = [
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '$(touch /tmp/x)',
  '`id`',
  '; ls',
  '../../etc/passwd',
  '..\\..\\x',
  '%00',
  '%2e%2e%2f',
  '{"$gt":""}',
  'a\r\nSet-Cookie: x=1',
  '%n%s%x',
  'file:///etc/passwd',
  'CON',
  'AUX',
  '=1+1',
  '@SUM(1)',
  '+cmd|x',
  '\\\\host\\share',
];
const QUOTES = [
  '"',
  "'",
  '`',
  '\\',
  '\\"',
  '\\\\',
  '\\u0000',
  '%',
  '&',
  '&amp;',
  '&#0;',
  '&#x202e;',
  '<',
  '>',
  '{',
  '}',
  '{0}',
  '{name}',
  '${name}',
  '%s',
  '|',
  '~',
  '^',
  ';',
  '--',
  '/*',
  '*/',
  '//',
  '#',
  '?',
  '=',
  ',',
];
const SIZES = [
  '',
  ' ',
  '\n',
  '\t\t',
  'w'.repeat(5_000),
  'wide word '.repeat(800),
  '😀'.repeat(2_000),
  'ﷺ'.repeat(500),
  '\u0301'.repeat(1_000),
  '<'.repeat(1_000),
  '('.repeat(1_000),
];

/** Alone, between words, doubled: a fault often shows in the neighbouring text. */
function around(texts: readonly string[]): string[] {
  return texts.flatMap((text) => [text, `before${text}after`]);
}

const CLASSES: { readonly [kind: string]: readonly string[] } = {
  markup: markup(),
  'control characters': around(LETTERS),
  'invisible characters': around(SPACES),
  'other scripts': around(SCRIPTS),
  emoji: around(FACES),
  'names of programs': around(NAMES),
  'inherited members': POLLUTING,
  numbers: NUMBERS,
  'other interpreters': around(SERVERS),
  punctuation: around(QUOTES),
  sizes: SIZES,
};

export const NAUGHTY: readonly Naughty[] = Object.entries(CLASSES).flatMap(([kind, texts]) =>
  [...new Set(texts)].map((text) => ({ class: kind, text })),
);

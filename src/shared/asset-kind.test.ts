import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFaultOfAsset, checkAsset } from './asset-kind.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const svg = (inside: string, attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" ${attributes}>${inside}</svg>`);

describe('images and fonts that ship with screens', () => {
  it.each([
    ['JPEG', 'a.jpg', bytes('\xff\xd8\xff\xe0')],
    ['PNG', 'a.png', bytes('\x89PNG\r\n\x1a\n')],
    ['GIF', 'a.gif', bytes('GIF89a')],
    ['WebP', 'a.webp', bytes('RIFF\x01\x00\x00\x00WEBPVP8 ')],
    ['AVIF', 'a.avif', bytes('\x00\x00\x00\x20ftypavif')],
    ['WOFF2', 'a.woff2', bytes('wOF2')],
    ['SVG', 'a.svg', svg('<g fill="none" clip-path="url(#a)"><path d="M0 0h9"/></g>')],
    ['SVG with a comment before it', 'a.svg', Buffer.concat([bytes('<!-- a --> '), svg('')])],
  ])('may be %s, by content', (_kind, path, content) => {
    expect(findFaultOfAsset(path, content)).toBeUndefined();
  });

  it('are all accepted in the shipped product', () => {
    const folder = join(import.meta.dirname, '../../screens/assets');
    const faults = readdirSync(folder).map((name) =>
      findFaultOfAsset(name, readFileSync(join(folder, name))),
    );
    expect(faults).toEqual(faults.map(() => undefined));
  });

  it.each([
    ['a script', 'evil.js', bytes('alert(1)')],
    ['a style', 'evil.css', bytes('a{}')],
    ['a page', 'evil.html', bytes('<!doctype html><script>alert(1)</script>')],
    ['a page called a picture', 'evil.png', bytes('<html>')],
    ['a document of another kind', 'a.pdf', bytes('%PDF-1.7')],
    ['an empty file', 'a.svg', bytes('')],
    ['a drawing in another encoding', 'a.svg', Buffer.from('\ufeff<svg/>', 'utf16le')],
  ])('may not be %s', (_kind, path, content) => {
    expect(findFaultOfAsset(path, content)).toMatch(/neither a picture/);
    expect(checkAsset(content).type).toBeUndefined();
  });

  it.each([
    ['comments', '<!---->'],
    ['comments and spaces', ' <!-- -->\n'],
    ['declarations', '<?xml?>'],
    ['document types', '<!DOCTYPE svg>'],
  ])('are checked quickly even if a file begins with hundreds of %s', (_what, one) => {
    const start = performance.now();
    expect(findFaultOfAsset('a.svg', bytes(`${one.repeat(500)}x`))).toMatch(/neither a picture/);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('need a file extension of their type', () => {
    expect(findFaultOfAsset('evil.js', bytes('GIF89a=1;alert(1)'))).toBe(
      'its content is image/gif, so its name has to end with .gif',
    );
    expect(findFaultOfAsset('a.png', svg(''))).toMatch(/end with \.svg/);
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a handler', svg('', 'onload="alert(1)"')],
    ['a handler inside', svg('<path d="M0 0" onclick="alert(1)"/>')],
    ['HTML inside', svg('<foreignObject><p>a</p></foreignObject>')],
    ['an element of another language', svg('<p xmlns="http://www.w3.org/1999/xhtml">a</p>')],
    ['an element of that language by a prefix', svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>')],
    ['a link', svg('<a href="https://elsewhere.example/"><path d="M0 0"/></a>')],
    ['a foreign picture', svg('<image href="https://elsewhere.example/a.png"/>')],
    ['a foreign part', svg('<use href="https://elsewhere.example/a.svg#b"/>')],
    ['a foreign reference in an attribute', svg('<path d="M0 0" fill="url(https://elsewhere.example/#a)"/>')],
    ['a foreign reference in a style', svg('<style>path{fill:url(//elsewhere.example/a)}</style>')],
    ['a foreign reference in other letters', svg('<style>path{fill:u\\72l(//elsewhere.example/a)}</style>')],
    ['an imported style', svg('<style>@import "//elsewhere.example/a.css";</style>')],
    ['an imported style as CDATA', svg('<style><![CDATA[@import "//elsewhere.example/a.css";]]></style>')],
    [
      'an imported style cut by a comment',
      svg('<style>@im<!-- -->port "//elsewhere.example/a.css";</style>'),
    ],
    [
      'an imported style cut by CDATA',
      svg('<style>@im<![CDATA[port "//elsewhere.example/a.css";]]></style>'),
    ],
    ['an imported style cut by an element', svg('<style>@im<g>a</g>port "//elsewhere.example/";</style>')],
    [
      'a foreign reference cut by CDATA',
      svg('<style>g{fill:u<![CDATA[rl(//elsewhere.example/a)]]>}</style>'),
    ],
    ['an animation that sets an address', svg('<set attributeName="href" to="javascript:alert(1)"/>')],
    ['a document type with entities', Buffer.concat([bytes('<!DOCTYPE svg [<!ENTITY a "b">]>'), svg('&a;')])],
    ['a style sheet by an instruction', svg('<?xml-stylesheet href="//elsewhere.example/a.css"?>')],
    ['another encoding', Buffer.concat([bytes('<?xml version="1.0" encoding="UTF-7"?>'), svg('')])],
    ['XML that is not well-formed', bytes('<svg xmlns="http://www.w3.org/2000/svg"><path></svg>')],
    ['no namespace', bytes('<svg/>')],
  ])('in SVG may not have %s', (_what, content) => {
    expect(findFaultOfAsset('a.svg', content)).toBeDefined();
  });
});

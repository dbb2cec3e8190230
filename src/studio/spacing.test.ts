import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = import.meta.dirname;
/** CSS pixels between and around elements. */
const STEPS = [0, 4, 8, 12, 16];
/** Larger spaces are allowed: they leave room for a control, such as the help button. */
const ROOM = 36;
const SPACE = /(?<![\w-])((?:scroll-)?(?:padding|margin|gap|row-gap|column-gap)[a-z-]*:[^;}]*)/g;

/** The declarations of a style sheet with a space that is no step. */
function findOthers(css: string): readonly string[] {
  return [...css.matchAll(SPACE)].flatMap(([, declaration = '']) => {
    const sizes = [...declaration.replaceAll(/calc\([^;]*\)/g, '').matchAll(/(\d+(?:\.\d+)?)px/g)];
    return sizes.every(([, size]) => STEPS.includes(Number(size)) || Number(size) >= ROOM)
      ? []
      : [declaration];
  });
}

const sheets = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

test.each(sheets)('%s has only the four steps of space', (sheet) => {
  expect(findOthers(readFileSync(join(FOLDER, sheet), 'utf8'))).toEqual([]);
});

test('a space of another size is found', () => {
  expect(
    findOthers('.a { padding: 8px 10px; gap: 4px } .b { margin-inline: -6px; padding-inline-end: 40px }'),
  ).toEqual(['padding: 8px 10px', 'margin-inline: -6px']);
});

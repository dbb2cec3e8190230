import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { listKept, listPieces, RELEASED } from '#tests/keep-reader.mjs';

const RELEASED_FILE = v.object({ grammar: v.number(), pieces: v.array(v.string()) });

/** The last grammar that is out, and everything it has. `node tests/keep-reader.mjs` writes it. */
const released = v.parse(RELEASED_FILE, JSON.parse(readFileSync(RELEASED, 'utf8')));

/** Pieces that say a grammar that is out, but that it does not have. */
function lateAdditions(pieces: ReadonlyMap<string, number>): string[] {
  const known = new Set(released.pieces);
  return [...pieces].flatMap(([piece, since]) =>
    since <= released.grammar && !known.has(piece)
      ? [`${piece} says grammar ${since}, which is out: write "x-since": ${GRAMMAR}`]
      : [],
  );
}

describe('a grammar that is out', () => {
  it('gets no additions: each new member, word and function says the grammar that is not out yet', () => {
    expect(lateAdditions(listPieces())).toEqual([]);
  });

  it('would not get a member without x-since, a word or a function unnoticed', () => {
    const added = new Map([
      ['widgets/check.schema.json#/properties/shape', 1],
      ['widgets/text-field.schema.json#/properties/accept=letters', 4],
      ['functions.json#/shout', 4],
      ['widgets/check.schema.json#/properties/colour', GRAMMAR],
    ]);
    expect(lateAdditions(added)).toHaveLength(3);
  });

  it('is the one before the current grammar, and its page is stored', () => {
    expect([released.grammar, Math.max(...listKept())]).toEqual([GRAMMAR - 1, GRAMMAR - 1]);
  });
});

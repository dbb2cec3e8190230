import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readLooks } from '#src/testing/read-looks.ts';
import { readTree } from '#src/testing/read-tree.ts';
import { readDrawn } from '#src/workshop/inspector/drawn.ts';

/** A state as it stands in a frame: what is told of it, and how it looks, in the renderer's own names. */
export type Drawing =
  | {
      readonly told: readonly string[];
      readonly looks: readonly string[];
      /** Ids in the plan of the nodes that are drawn. */
      readonly nodes: ReadonlySet<string>;
    }
  | { readonly failed: string };

export function readDrawing(document: Document): Drawing {
  return {
    told: readTree(document).map(({ text }) => text),
    looks: readLooks(document).map(({ text }) => text),
    nodes: new Set([...(readDrawn(document)?.elements.keys() ?? [])].map(({ plan }) => plan.id)),
  };
}

/** Both drawings of a state; a side that its version has not is absent. */
export interface Drawn {
  readonly before?: Drawing;
  readonly after?: Drawing;
  /** Whether something is painted otherwise, or elsewhere; absent where both sides do not stand. */
  readonly looksOther?: boolean;
  /** A name for this picture: another one as soon as what it tells or how it looks is another. */
  readonly picture: string;
}

/** Whether a borrower is told the same and sees the same. What cannot be reached on either side proves nothing. */
export function isSame({ before, after, looksOther = true }: Drawn): boolean {
  if (before === undefined || after === undefined || looksOther) return false;
  if ('failed' in before || 'failed' in after) return false;
  return [before.told, before.looks].join('\n') === [after.told, after.looks].join('\n');
}

/** @param looks - How what is painted on either side looks. Where it stands is of the browser that drew it, too. */
export function namePicture(
  { before, after }: Pick<Drawn, 'before' | 'after'>,
  looks: readonly string[],
): string {
  const told = [before, after].map((side) =>
    side === undefined || 'failed' in side ? side : [side.told, side.looks],
  );
  const text = JSON.stringify([told, looks]);
  // Reviews are stored by this name: 32 bits of each of two hashes.
  return ['a', 'b'].map((salt) => bytesToHex(sha256(utf8ToBytes(salt + text)).subarray(0, 4))).join('');
}

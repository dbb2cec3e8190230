import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readLooks } from '#src/testing/read-looks.ts';
import { readTree } from '#src/testing/read-tree.ts';
import { readDrawn } from '#src/devtools/inspector/drawn.ts';

/**
 * A rendered state with its texts and its look, in the class names of the renderer; or the reason why the state was
 * not reached.
 */
export type Drawing =
  | {
      readonly told: readonly string[];
      readonly looks: readonly string[];
      /** Ids of the rendered nodes in the plan. */
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

/** Both screenshots of a state; a side is absent if its version does not have the state. */
export interface Drawn {
  readonly before?: Drawing;
  readonly after?: Drawing;
  /** Whether something looks different or has moved; absent unless both sides are rendered. */
  readonly looksOther?: boolean;
  /** A hash of texts and looks; reviews refer to it. */
  readonly picture: string;
}

/** Whether both sides have the same texts and the same look. False if a side was not reached. */
export function isSame({ before, after, looksOther = true }: Drawn): boolean {
  if (before === undefined || after === undefined || looksOther) return false;
  if ('failed' in before || 'failed' in after) return false;
  return [before.told, before.looks].join('\n') === [after.told, after.looks].join('\n');
}

/**
 * @param looks - Looks of the painted elements on both sides. Positions are left out, because they differ between
 * browsers.
 */
export function namePicture(
  { before, after }: Pick<Drawn, 'before' | 'after'>,
  looks: readonly string[],
): string {
  const told = [before, after].map((side) =>
    side === undefined || 'failed' in side ? side : [side.told, side.looks],
  );
  const text = JSON.stringify([told, looks]);
  // Reviews are stored by this name: 32 bits from each of two hashes.
  return ['a', 'b'].map((salt) => bytesToHex(sha256(utf8ToBytes(salt + text)).subarray(0, 4))).join('');
}

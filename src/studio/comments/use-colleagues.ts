import { useState } from 'react';
import type * as v from 'valibot';
import { STAFF } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';
import type { CommentBoxProps } from './comment-box.tsx';

/**
 * The names that a comment can mention; loaded on the first `@`.
 *
 * @param self - The signed-in person, who is left out.
 */
export function useColleagues(ask: Ask, self: string): Pick<CommentBoxProps, 'colleagues' | 'onName'> {
  const [colleagues, setColleagues] = useState<readonly string[]>();
  return {
    colleagues: colleagues ?? [],
    onName() {
      if (colleagues !== undefined) return;
      readAs(STAFF, ask('GET', '/staff')).then(
        ({ staff }) => setColleagues(staff.filter(isPerson).map(({ name }) => name)),
        // Without the list, names can be typed in full.
        () => undefined,
      );
    },
  };

  function isPerson({ name, kind, state }: v.InferOutput<typeof STAFF>['staff'][number]): boolean {
    return kind === 'person' && state !== 'disabled' && name !== self;
  }
}

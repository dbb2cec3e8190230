import { useState } from 'react';
import type * as v from 'valibot';
import { STAFF } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';
import type { SayProps } from './say.tsx';

/**
 * Whom a comment may name: asked for once somebody begins to name one.
 *
 * @param self - Nobody tells themselves.
 */
export function useColleagues(ask: Ask, self: string): Pick<SayProps, 'colleagues' | 'onName'> {
  const [colleagues, setColleagues] = useState<readonly string[]>();
  return {
    colleagues: colleagues ?? [],
    onName() {
      if (colleagues !== undefined) return;
      readAs(STAFF, ask('GET', '/staff')).then(
        ({ staff }) => setColleagues(staff.filter(isPerson).map(({ name }) => name)),
        // Without it names can be written by hand.
        () => undefined,
      );
    },
  };

  function isPerson({ name, kind, state }: v.InferOutput<typeof STAFF>['staff'][number]): boolean {
    return kind === 'person' && state !== 'disabled' && name !== self;
  }
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as v from 'valibot';
import { STAFF } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';
import { KEYS } from '../queries/keys.ts';
import type { CommentBoxProps } from './comment-box.tsx';

/**
 * The names that a comment can mention; loaded on the first `@`.
 *
 * @param self - The signed-in person, who is left out.
 */
export function useColleagues(ask: Ask, self: string): Pick<CommentBoxProps, 'colleagues' | 'onName'> {
  const [isNaming, setNaming] = useState(false);
  // Without the list, names can be typed in full.
  const { data } = useQuery({
    queryKey: KEYS.staff,
    queryFn: () => readAs(STAFF, ask('GET', '/staff')),
    enabled: isNaming,
  });
  const colleagues = data?.staff.filter(isPerson).map(({ name }) => name) ?? [];
  return { colleagues, onName: () => setNaming(true) };

  function isPerson({ name, kind, state }: v.InferOutput<typeof STAFF>['staff'][number]): boolean {
    return kind === 'person' && state !== 'disabled' && name !== self;
  }
}

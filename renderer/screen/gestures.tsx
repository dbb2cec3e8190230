import { type RefObject, useCallback, useEffect } from 'react';
import { Spinner } from '../kit/spinner.tsx';
import type { ScreenSurface } from '../runtime/live.ts';
import { followKeyboard } from './follow-keyboard.ts';
import { useScreenParts } from './screen-context.ts';
import { usePull } from './use-pull.ts';
import './gestures.css';

export interface GesturesProps {
  readonly surface: ScreenSurface;
  /** The element that the pull moves. */
  readonly content: RefObject<HTMLElement | null>;
  /** Called when the pull starts and ends; the re-read is part of it. */
  onPull(isPulled: boolean): void;
}

const WORDS_BY_STAGE = {
  deactivate: 'Pull down to refresh',
  activate: 'Release to refresh',
  release: 'Loading…',
  finish: 'Updated',
} as const;

/** Handles the pull gesture and the on-screen keyboard. Shows the state of the pull above the content. */
export function Gestures({ surface, content, onPull }: GesturesProps) {
  const { live, say } = useScreenParts();
  const isPullable = Object.values(live.plan.data).some((resource) => resource.refresh?.includes('pull'));
  const refresh = useCallback(() => live.pull(), [live]);
  const stage = usePull(content, isPullable && surface.phase === 'content', refresh);
  useEffect(followKeyboard, []);
  useEffect(() => onPull(stage !== 'idle'), [stage, onPull]);

  if (stage === 'idle' || (stage === 'finish' && surface.staleSince !== undefined)) return null;
  return (
    <p className={`cz-pull cz-pull-${stage}`} role="status">
      {stage === 'release' ? <Spinner /> : null}
      <span>{say(WORDS_BY_STAGE[stage])}</span>
    </p>
  );
}

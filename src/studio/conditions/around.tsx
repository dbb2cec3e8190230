import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { Refused } from '../api.ts';
import { documentOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import { KEYS } from '../queries/keys.ts';
import { LookBehind } from '../states/look-behind.tsx';
import type { FactsIn } from '../states/use-looked.ts';
import type { Facts } from '../stage/scene.ts';
import type { StudioScope } from '../use-studio.ts';
import { type Money, moneyOf } from './say.ts';

/** What every condition needs to know of the screen on the phone and of its states. */
export interface ConditionsAround {
  readonly money: Money;
  /** Path of the document of the open screen: other documents are parts. */
  readonly screenFile: string;
  /** The values in the state on the phone. */
  readonly now: Facts | undefined;
  readonly factsIn: FactsIn;
  /** Number of the screen's states. */
  readonly states: number;
  readonly isLooking: boolean;
  /** Looks at the states that were not looked at. */
  look(): void;
  /** Leaves a note for the developers at a node. @returns why it could not be left; undefined if it was. */
  askDevelopers(place: Selection, text: string): Promise<string | undefined>;
}

const NOTHING: ConditionsAround = {
  money: { sign: '', decimals: 2 },
  screenFile: '',
  now: undefined,
  factsIn: new Map(),
  states: 0,
  isLooking: false,
  look: () => undefined,
  askDevelopers: () => Promise.resolve('This is not possible here.'),
};

const Around = createContext(NOTHING);

export function useConditionsAround(): ConditionsAround {
  return useContext(Around);
}

/** Begins each note, so that developers find it. */
const FOR_DEVELOPERS = 'For the developers: ';

/** Gives the conditions in all panes the values of the states. */
export function ConditionsOfScreen({
  scope,
  children,
}: {
  readonly scope: StudioScope;
  readonly children: ReactNode;
}) {
  const { view, screen, states, open, factsIn, ask, autosave, drawState, onDrawn } = scope;
  const [isLooking, setLooking] = useState(false);
  const look = useCallback(() => setLooking(true), []);
  const next = isLooking ? states.find(({ name }) => !factsIn.has(name)) : undefined;
  const app = documentOf(view, APP_FILE);
  const money = useMemo(() => moneyOf(app), [app]);
  const { facts: now } = open;
  const { begin } = autosave;
  const client = useQueryClient();
  const askDevelopers = useCallback(
    async ({ file, pointer }: Selection, text: string): Promise<string | undefined> => {
      try {
        const { id, revision } = await begin();
        await ask('POST', `/drafts/${id}/comments`, {
          path: file,
          pointer,
          revision,
          text: FOR_DEVELOPERS + text,
        });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return error.message;
      }
      await client.invalidateQueries({ queryKey: KEYS.comments });
      return undefined;
    },
    [ask, begin, client],
  );
  const around = useMemo(
    (): ConditionsAround => ({
      ...{ money, now, factsIn, look, askDevelopers },
      screenFile: `screens/${screen}.screen.json`,
      states: states.length,
      isLooking: next !== undefined,
    }),
    [money, now, factsIn, look, askDevelopers, screen, states.length, next],
  );
  return (
    <Around value={around}>
      {children}
      {next === undefined ? null : <LookBehind key={next.name} {...{ next, onDrawn }} sceneOf={drawState} />}
    </Around>
  );
}

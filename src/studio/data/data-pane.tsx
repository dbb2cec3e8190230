import { useState } from 'react';
import type { Selection } from '../model/outline.ts';
import type { StudioScope } from '../use-studio.ts';
import { putTried, type Tried, tryReply } from '../variants/tried.ts';
import { variantPath } from '../variants/variants.ts';
import { Came } from './came.tsx';
import { Sent } from './sent.tsx';
import { StateFile } from './state-file.tsx';
import { TriedBar } from './tried-bar.tsx';
import './data-pane.css';

export interface DataPaneProps {
  readonly scope: StudioScope;
  /** Location in the state's document, after a jump from a problem. */
  readonly selection: Selection | undefined;
}

/** The data of the state on the phone: what came, which can be changed, and what will be sent. */
export function DataPane({ scope, selection }: DataPaneProps) {
  const { state, plan, fixtures, scene, tried, desk, open, problems } = scope;
  /** Counts resets: the inputs forget what was refused in them. */
  const [turn, setTurn] = useState(0);
  if (state === undefined || plan === undefined || scene === undefined) return null;
  const { contracts, scenarios } = scene.rehearsal;
  const scenario = scenarios.get(state.scenario);
  const saved = fixtures.scenarios.get(state.scenario);
  const path = variantPath(state.name);
  const own = scope.view.texts.get(path);
  const change = (of: (before: Tried) => Tried): void => {
    if (saved === undefined) return;
    const next = of(tried ?? { saved, replies: {}, params: {} });
    desk.change({ tried: putTried(open.tried, state, next) });
  };
  return (
    <section className="st-data" aria-label="Data">
      <TriedBar scope={scope} onReset={() => setTurn(turn + 1)} />
      <div className="st-data-both">
        {scenario === undefined || saved === undefined ? null : (
          <Came
            key={`${state.screen} ${state.name} ${turn}`}
            {...{ plan, scenario, saved, contracts }}
            facts={open.facts}
            onReply={(endpoint, reply) => change((before) => tryReply(before, scenario, endpoint, reply))}
            onParam={(wire, text) =>
              change((before) => ({ ...before, params: { ...before.params, [wire]: text } }))
            }
          />
        )}
        <Sent
          {...{ plan, contracts }}
          app={scene.app.plan}
          toSend={open.toSend}
          onNetworkLog={() => scope.showBelow({ pane: 'calls' })}
        />
      </div>
      {own === undefined ? null : <StateFile {...{ scope, state, path, problems, selection }} text={own} />}
    </section>
  );
}

import { useState } from 'react';
import type { Selection } from '../model/outline.ts';
import type { StudioScope } from '../use-studio.ts';
import { putOverrides, type DataOverrides, overrideReply } from '../variants/overrides.ts';
import { variantPath } from '../variants/variants.ts';
import { Received } from './received.tsx';
import { RequestsToSend } from './requests-to-send.tsx';
import { StateFile } from './state-file.tsx';
import { OverridesBar } from './overrides-bar.tsx';
import './data-pane.css';

export interface DataPaneProps {
  readonly scope: StudioScope;
  /** Location in the state's document, after a jump from a problem. */
  readonly selection: Selection | undefined;
}

/** The data of the state on the phone: the received values, which can be changed, and the requests that it can send. */
export function DataPane({ scope, selection }: DataPaneProps) {
  const { state, plan, fixtures, scene, overrides, desk, open, problems } = scope;
  /** Number of resets. Each one clears the refused values in the inputs. */
  const [resets, setResets] = useState(0);
  if (state === undefined || plan === undefined || scene === undefined) return null;
  const { contracts, scenarios } = scene.rehearsal;
  const scenario = scenarios.get(state.scenario);
  const saved = fixtures.scenarios.get(state.scenario);
  const path = variantPath(state.name);
  const screenFile = `screens/${state.screen}.screen.json`;
  const own = scope.view.texts.get(path);
  const change = (of: (before: DataOverrides) => DataOverrides): void => {
    if (saved === undefined) return;
    const next = of(overrides ?? { saved, replies: {}, params: {} });
    desk.change({ overrides: putOverrides(open.overrides, state, next) });
  };
  return (
    <section className="st-data" aria-label="Data">
      <OverridesBar scope={scope} onReset={() => setResets(resets + 1)} />
      <div className="st-data-both">
        {scenario === undefined || saved === undefined ? null : (
          <Received
            key={`${state.screen} ${state.name} ${resets}`}
            {...{ plan, scenario, saved, contracts }}
            facts={open.facts}
            onReply={(endpoint, reply) =>
              change((before) => overrideReply(before, scenario, endpoint, reply))
            }
            onParam={(wire, text) =>
              change((before) => ({ ...before, params: { ...before.params, [wire]: text } }))
            }
          />
        )}
        <RequestsToSend
          {...{ plan, contracts }}
          app={scene.app.plan}
          toSend={open.toSend}
          unsent={problems.filter((one) => one.code === 'field/unsent' && one.file === screenFile)}
          onSelect={scope.show}
          onNetworkLog={() => scope.showBelow({ pane: 'calls' })}
        />
      </div>
      {own === undefined ? null : <StateFile {...{ scope, state, path, problems, selection }} text={own} />}
    </section>
  );
}

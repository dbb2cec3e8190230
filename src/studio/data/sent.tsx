import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { Contract } from '#src/shared/contract.ts';
import { useConditionsAround } from '../conditions/around.tsx';
import { wordsOf } from '../properties/describe.ts';
import type { ToSend } from '#src/devtools/inspector/to-send.ts';
import { linesOf, sayTrigger, type SentLine } from './sent-lines.ts';

export interface SentProps {
  readonly app: AppPlan;
  readonly plan: Plan;
  readonly contracts: readonly Contract[];
  readonly toSend: ToSend | undefined;
  onNetworkLog(): void;
}

const NOTHING: ToSend = { requests: [], fields: {}, secrets: [] };

/** The requests that the screen on the phone can send, with their values now. */
export function Sent({ app, plan, contracts, toSend = NOTHING, onNetworkLog }: SentProps) {
  const { money } = useConditionsAround();
  const { requests, fields, secrets } = toSend;
  return (
    <section className="st-sent" aria-label="What will be sent">
      <div className="st-data-bar">
        <h3>What will be sent</h3>
        <button type="button" className="st-link" onClick={onNetworkLog}>
          What was sent is in the network log
        </button>
      </div>
      {requests.length === 0 ? <p className="st-soft">This screen sends nothing.</p> : null}
      {requests.map((request) => {
        const lines = linesOf(request, { app, plan, contracts, fields, secrets, money });
        // What is not on the phone cannot have its values yet.
        const isThere = request.from.copies > 0;
        const missing = lines.filter(({ is }) => is === 'missing').length;
        return (
          <details key={request.id} className="st-data-group" open={isThere || undefined}>
            <summary>
              <strong>{wordsOf(request.endpoint)}</strong>{' '}
              <span className="st-soft">{sayTrigger(request.from)}</span>{' '}
              {missing > 0 && isThere ? <span className="st-mark st-bad">{missing} missing yet</span> : null}
            </summary>
            {lines.length === 0 ? <p className="st-soft">It carries no values.</p> : <Lines lines={lines} />}
          </details>
        );
      })}
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly SentLine[] }) {
  return (
    <table className="st-sent-lines">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value now</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, is, value, from }, at) => (
          // Two fields may have the same label. The lines have no state.
          <tr key={at}>
            <th scope="row">{name}</th>
            <td>
              {is === 'there' ? (
                value
              ) : (
                <span className={is === 'missing' ? 'st-sent-missing' : 'st-soft'}>{SAID[is]}</span>
              )}
            </td>
            <td className="st-soft">{from}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SAID = { missing: 'missing yet', none: 'nothing', later: 'known when it is sent' } as const;

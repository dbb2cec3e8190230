import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { Contract } from '#src/shared/contract.ts';
import { useConditionsAround } from '../conditions/around.tsx';
import type { Selection } from '../model/outline.ts';
import { wordsOf } from '../properties/describe.ts';
import type { ToSend } from '#src/devtools/inspector/to-send.ts';
import { linesOf, sayTrigger, type RequestLine } from './request-lines.ts';

export interface RequestsToSendProps {
  readonly app: AppPlan;
  readonly plan: Plan;
  readonly contracts: readonly Contract[];
  readonly toSend: ToSend | undefined;
  /** Warnings about fields that no request has. */
  readonly unsent: readonly Problem[];
  onNetworkLog(): void;
  onSelect(selection: Selection): void;
}

const NOTHING: ToSend = { requests: [], fields: {}, secrets: [] };

/** The requests that the screen on the phone can send, with their values now. */
export function RequestsToSend({
  app,
  plan,
  contracts,
  toSend = NOTHING,
  unsent,
  onNetworkLog,
  onSelect,
}: RequestsToSendProps) {
  const { money } = useConditionsAround();
  const { requests, fields, secrets } = toSend;
  return (
    <section className="st-to-send" aria-label="What will be sent">
      <div className="st-data-bar">
        <h3>What will be sent</h3>
        <button type="button" className="st-link" onClick={onNetworkLog}>
          See sent requests in the network log
        </button>
      </div>
      {requests.length === 0 ? <p className="st-soft">This screen sends nothing.</p> : null}
      {requests.map((request) => {
        const lines = linesOf(request, { app, plan, contracts, fields, secrets, money });
        // A button that is not on the phone has no values yet.
        const isThere = request.from.copies > 0;
        const missing = lines.filter(({ status }) => status === 'missing').length;
        return (
          <details key={request.id} className="st-data-group" open={isThere || undefined}>
            <summary>
              <strong>{wordsOf(request.endpoint)}</strong>{' '}
              <span className="st-soft">{sayTrigger(request.from)}</span>{' '}
              {missing > 0 && isThere ? (
                <span className="st-mark st-bad">{missing} still missing</span>
              ) : null}
            </summary>
            {lines.length === 0 ? (
              <p className="st-soft">This request has no values.</p>
            ) : (
              <Lines lines={lines} />
            )}
          </details>
        );
      })}
      {unsent.map(({ file, pointer, message }) => (
        <button
          key={`${file} ${pointer}`}
          type="button"
          className="st-problem"
          onClick={() => onSelect({ file, pointer })}
        >
          <span className="st-mark">not sent</span> {message}
        </button>
      ))}
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly RequestLine[] }) {
  return (
    <table className="st-to-send-lines">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Current value</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, status, value, from }, at) => (
          // Two fields may have the same label. The lines have no state.
          <tr key={at}>
            <th scope="row">{name}</th>
            <td>
              {status === 'present' ? (
                value
              ) : (
                <span className={status === 'missing' ? 'st-to-send-missing' : 'st-soft'}>
                  {STATUS_WORDS[status]}
                </span>
              )}
            </td>
            <td className="st-soft">{from}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STATUS_WORDS = { missing: 'still missing', empty: 'nothing', later: 'known when it is sent' } as const;

import { useState, useSyncExternalStore } from 'react';
import type { Contract } from '#src/shared/contract.ts';
import type { Call } from '#src/devtools/inspector/requests.ts';
import { type PreviewCalls, writeReply, writeSent } from './call-log.ts';
import { SentFields } from './sent-fields.tsx';
import './network-log.css';

export interface NetworkLogProps {
  readonly calls: PreviewCalls;
  /** Endpoints of the loan service. */
  readonly contracts: readonly Contract[];
}

/** Lists the requests that the screen in the preview has made since it was opened, with their replies. */
export function NetworkLog({ calls: log, contracts }: NetworkLogProps) {
  const { calls, left } = useSyncExternalStore(log.subscribe, log.snapshot);
  const [copied, setCopied] = useState<string>();
  const copy = (text: string, what: string): void => {
    // Without https there is no clipboard API; the text can be selected by hand.
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(what),
      () => setCopied(undefined),
    );
  };
  const [first] = calls;
  return (
    <section className="st-calls" aria-label="Network log">
      <div className="st-calls-bar">
        <span className="st-soft">
          {first === undefined
            ? 'This screen has sent no requests since it was opened.'
            : 'What the screen has called since it was opened, answered by fixtures alone.'}{' '}
          <span className="st-calls-taps">With “Use the screen” under Taps, taps make calls too.</span>
        </span>
        <span role="status">{copied === undefined ? '' : `Copied ${copied}.`}</span>
        {first === undefined ? null : (
          <button type="button" onClick={() => copy(calls.map(writeWhole).join('\n\n'), 'all')}>
            Copy all
          </button>
        )}
      </div>
      <ol className="st-calls-list">
        {calls.map((call) => (
          <li key={call.nth}>
            <OneCall
              call={call}
              contract={contracts.find(
                ({ method, paths }) => method === call.method && paths.includes(call.path),
              )}
              onCopy={() => copy(writeWhole(call), `${call.method} ${call.path}`)}
            />
          </li>
        ))}
      </ol>
      {left === undefined ? null : (
        <p className="st-calls-left">
          A borrower would leave the page now, for <code>{left}</code>
        </p>
      )}
    </section>
  );
}

interface OneCallProps {
  readonly call: Call;
  readonly contract: Contract | undefined;
  onCopy(): void;
}

function OneCall({ call, contract, onCopy }: OneCallProps) {
  const { method, path, end, body } = call;
  const isForm = Array.isArray(body) || contract?.encoding === 'form';
  return (
    <details>
      <summary>
        <b>{method}</b> <code>{path}</code> <span className="st-soft">{contract?.name ?? 'no endpoint'}</span>{' '}
        <span className={isRefused(call) ? 'st-mark st-bad' : 'st-mark'}>{endOf(end)}</span>
      </summary>
      <div className="st-calls-both">
        <div role="group" aria-label="Sent">
          <div className="st-calls-bar">
            <strong>Sent</strong>
            {contract?.keyed ? (
              <span className="st-soft">It counts once: a repetition carries the same key.</span>
            ) : null}
            <button type="button" onClick={onCopy}>
              Copy
            </button>
          </div>
          <pre>{writeSent(call)}</pre>
          {isForm && body !== undefined ? <SentFields body={body} /> : null}
        </div>
        <div role="group" aria-label="Answered">
          <div className="st-calls-bar">
            <strong>Answered</strong>
          </div>
          <pre>{writeReply(call)}</pre>
        </div>
      </div>
    </details>
  );
}

function endOf(end: Call['end']): string {
  if (end === undefined) return 'no answer yet';
  return end.reply === undefined ? `no answer, ${end.ms} ms` : `${end.reply.status}, ${end.ms} ms`;
}

function isRefused({ end }: Call): boolean {
  return end !== undefined && (end.reply === undefined || end.reply.status >= 400);
}

function writeWhole(call: Call): string {
  return `${writeSent(call)}\n\n${writeReply(call)}`;
}

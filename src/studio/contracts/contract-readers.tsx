import { useEffect, useState } from 'react';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { titleOf } from '../review/words.ts';
import { type Find, findReaders, type Reader } from './readers.ts';

export interface ContractReadersProps {
  readonly find: Find;
  /** The project that `find` checks. */
  readonly files: readonly SourceFile[];
  /** Path of the contract. */
  readonly contract: string;
  /** Pointer of the member. */
  readonly member: string;
}

/** Which screens, widgets and conditions read a member of a contract. */
export function ContractReaders({ find, files, contract, member }: ContractReadersProps) {
  const [last, setLast] = useState<{
    of: string;
    files: readonly SourceFile[];
    readers: readonly Reader[];
  }>();
  const of = `${contract} ${member}`;
  useEffect(() => {
    // The search checks all screens, so start it after the browser has painted the pressed button.
    const timer = setTimeout(
      () => setLast({ of, files, readers: findReaders(find, files, contract, member) }),
      0,
    );
    return () => clearTimeout(timer);
  }, [find, files, contract, member, of]);
  const found = last?.of === of && last.files === files ? last.readers : undefined;
  const name = splitPointer(member).at(-1) ?? '';
  if (found === undefined) return <p className="st-soft">Looking for what reads {name}…</p>;
  if (found.length === 0) return <p className="st-soft">Nothing reads {name}.</p>;
  return (
    <section aria-label={`What reads ${name}`}>
      <p className="st-soft">
        <strong>{name}</strong> is read by:
      </p>
      <ul className="st-changes">
        {found.map((reader) => (
          <li key={reader.file}>
            {titleOf(reader.file)}: {describeReader(reader)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the screens that call an endpoint. */
export function ContractCallers({
  plans,
  contract,
}: {
  readonly plans: ReadonlyMap<string, Plan>;
  readonly contract: string;
}) {
  const name = titleOf(contract).replace(/^Contract /, '');
  const callers = [...plans].filter(([, { endpoints }]) => Object.hasOwn(endpoints, name));
  return (
    <p className="st-soft">
      {callers.length === 0
        ? 'No screen makes this call.'
        : `Called by: ${callers.map(([screen]) => screen).join(', ')}.`}
    </p>
  );
}

function describeReader({ subjects, conditions }: Reader): string {
  const count = conditions === 0 ? [] : [conditions === 1 ? '1 condition' : `${conditions} conditions`];
  const words = [...subjects, ...count];
  return words.length === 0 ? 'the document itself' : words.join(', ');
}

import { useMemo } from 'react';
import { diffProjects, type ProjectDifference } from '#renderer/grammar/difference/diff-projects.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { ContractCallers, ContractReaders } from '../contracts/contract-readers.tsx';
import { CONTRACTS, finderOf, memberAt } from '../contracts/readers.ts';
import { Said } from './said.tsx';
import { sayProject } from './say-project.ts';

export interface ChangesProps {
  readonly before: readonly SourceFile[];
  readonly after: readonly SourceFile[];
  /** Changed paths, assets included. */
  readonly changed: ReadonlySet<string>;
  /** Plans of the earlier version, by screen. */
  readonly plans: ReadonlyMap<string, Plan>;
}

/** The differences between two versions as sentences, by document. */
export function Changes({ before, after, changed, plans }: ChangesProps) {
  const find = useMemo(() => finderOf(before), [before]);
  const found = useMemo(() => diffProjects(before, after), [before, after]);
  const told = useMemo(
    () => ('unreadable' in found ? [] : sayProject(found, before, after, changed)),
    [found, before, after, changed],
  );
  if ('unreadable' in found) return <p className="st-bar">Not readable: {found.unreadable.join(', ')}</p>;
  if (told.length === 0) return <p className="st-soft">Nothing is different.</p>;
  return told.map(({ path, title, note, sentences }) => (
    <section key={path} className="st-document" aria-label={title}>
      <h3>{title}</h3>
      {note === '' ? null : <p className="st-soft">{note}</p>}
      <ul className="st-changes">
        {sentences.map((sentence) => (
          <li key={JSON.stringify(sentence.parts)} className="st-sentence">
            <Said {...sentence} />
          </li>
        ))}
      </ul>
      {path.startsWith(CONTRACTS) ? (
        <>
          <ContractCallers {...{ plans }} contract={path} />
          {membersOf(found.filter(({ file }) => file === path)).map((member) => (
            <ContractReaders key={member} {...{ find, member }} files={before} contract={path} />
          ))}
        </>
      ) : null}
    </section>
  ));
}

/** Pointers of the changed members of a contract, including added and removed ones. */
function membersOf(changes: readonly ProjectDifference[]): readonly string[] {
  return [
    ...new Set(changes.flatMap(({ before, after }) => memberAt((before ?? after)?.pointer ?? '') ?? [])),
  ];
}

import { useMemo } from 'react';
import { diffProjects, type ProjectDifference } from '#renderer/grammar/difference/diff-projects.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import type { Category } from '#renderer/grammar/difference/categorize.ts';
import { ContractCallers, ContractReaders } from '../contracts/contract-readers.tsx';
import { CONTRACTS, finderOf, memberAt } from '../contracts/readers.ts';
import { sayScreenChange } from '../screens/say-change.ts';
import { isWithin } from '../model/edits.ts';
import { describeChange, titleOf } from './words.ts';

const CATEGORIES: { readonly [category in Category]: string } = {
  text: 'Text',
  look: 'Look',
  behaviour: 'Behaviour',
  data: 'Data',
  note: 'Note',
};

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
  if ('unreadable' in found) return <p className="st-bar">Not readable: {found.unreadable.join(', ')}</p>;
  const paths = [...new Set([...found.map(({ file }) => file), ...changed])].sort();
  if (paths.length === 0) return <p className="st-soft">Nothing is different.</p>;
  return paths.map((path) => (
    <section key={path} className="st-document" aria-label={titleOf(path)}>
      <h3>{titleOf(path)}</h3>
      <Document
        path={path}
        changes={found.filter(({ file }) => file === path)}
        before={before}
        after={after}
      />
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

function Document({
  path,
  changes,
  before,
  after,
}: {
  readonly path: string;
  readonly changes: readonly ProjectDifference[];
  readonly before: readonly SourceFile[];
  readonly after: readonly SourceFile[];
}) {
  const [old, young] = [before, after].map((files) => {
    const text = files.find((file) => file.path === path)?.text;
    return { isThere: text !== undefined, value: text && parseDocument(text, path).document?.value };
  });
  if (changes.length === 0) {
    const what = old?.isThere ? (young?.isThere ? 'Another content' : 'Taken away') : 'New';
    return (
      <p className="st-soft">{path.endsWith('.json') ? 'Written differently, means the same.' : what}</p>
    );
  }
  const { sentences, isAll, told } = sayScreenChange(path, before, after);
  const isTold = ({ before: from, after: to }: ProjectDifference): boolean =>
    told.some((pointer) => isWithin((to ?? from)?.pointer ?? '', pointer));
  return (
    <ul className="st-changes">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {(isAll ? [] : changes.filter((change) => !isTold(change))).map((change) => (
        <Change
          key={`${change.before?.pointer ?? ''} ${change.after?.pointer ?? ''}`}
          change={change}
          root={change.after === undefined ? old?.value : young?.value}
        />
      ))}
    </ul>
  );
}

function Change({ change, root }: { readonly change: ProjectDifference; readonly root: unknown }) {
  const { category, breaking } = change;
  const { subject, member, before, after } = describeChange(change, root);
  const deed = change.before === undefined ? 'added' : change.after === undefined ? 'taken away' : 'changed';
  return (
    <li>
      <span className="st-tag">{CATEGORIES[category]}</span>{' '}
      {[subject, member].filter((words) => words !== '').join(': ') || 'The document'} {deed}
      {before === undefined ? null : <del>{before}</del>}
      {after === undefined ? null : <ins>{after}</ins>}
      {breaking === undefined ? null : <p className="st-breaking">Breaking change: {breaking}.</p>}
    </li>
  );
}

import { useId, useMemo, useState } from 'react';
import { parseDocument } from '#renderer/grammar/parse.ts';
import type { Side } from '#renderer/grammar/difference/compare.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { Refused } from '../api.ts';
import type { Met, Texts } from '../model/server-draft.ts';
import { assetsOf } from '../model/version.ts';
import { describeChange, showValue, titleOf } from '../review/words.ts';
import { bringTogether, type Choice, type Site, type Together } from './merge.ts';
import '../review/review.css';
import './conflict.css';

export interface ConflictProps {
  readonly documents: readonly Met[];
  /** This person's texts by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** @throws Refused. */
  onChoose(texts: Texts): void | Promise<void>;
}

interface Versions extends Met {
  readonly mine: string | null;
  readonly together: Together;
}

/** Conflicts in documents: the person chooses a version for each change. */
export function Conflict({ documents, texts, onChoose }: ConflictProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [refused, setRefused] = useState<string>();
  const all = useMemo(
    () =>
      documents.map((met): Versions => {
        const mine = texts.get(met.path) ?? null;
        return { ...met, mine, together: bringTogether({ ...met, mine }) };
      }),
    [documents, texts],
  );
  // A change by only one person is taken by default; if both changed a value, the person must choose.
  const choiceOf = (path: string, site: Site): Choice | undefined =>
    choices.get(keyOf(path, site)) ?? (site.by === 'both' ? undefined : site.by);
  const open = all.flatMap(({ path, together }) =>
    together.sites.filter((site) => choiceOf(path, site) === undefined),
  ).length;

  const choose = (path: string, sites: readonly Site[], choice: Choice): void =>
    setChoices(
      (before) => new Map([...before, ...sites.map((site) => [keyOf(path, site), choice] as const)]),
    );

  async function save(): Promise<void> {
    try {
      await onChoose(
        Object.fromEntries(
          all.map(({ path, together }) => [path, together.write((site) => choiceOf(path, site) ?? 'mine')]),
        ),
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error.message);
    }
  }

  return (
    <main className="st-conflict" aria-label="Two versions">
      <h1>Another person changed the same values</h1>
      <p className="st-soft">Both versions stay in the history. Choose the values to continue with.</p>
      {all.map((versions) => (
        <Document
          key={versions.path}
          versions={versions}
          choiceOf={(site) => choiceOf(versions.path, site)}
          onChoose={(sites, choice) => choose(versions.path, sites, choice)}
        />
      ))}
      <p className="st-row st-conflict-end">
        <button type="button" className="st-primary" disabled={open > 0} onClick={() => void save()}>
          Save what is chosen
        </button>{' '}
        <span role="status">
          {open === 0 ? 'All is chosen.' : `${open} ${open === 1 ? 'place is' : 'places are'} to be chosen.`}
        </span>
      </p>
      {refused === undefined ? null : <p role="alert">{refused}</p>}
    </main>
  );
}

function keyOf(path: string, { seen, mine, theirs }: Site): string {
  return JSON.stringify([path, seen, mine, theirs]);
}

interface DocumentProps {
  readonly versions: Versions;
  choiceOf(site: Site): Choice | undefined;
  onChoose(sites: readonly Site[], choice: Choice): void;
}

function Document({ versions, choiceOf, onChoose }: DocumentProps) {
  const { path, actor, mine, theirs, seen, together } = versions;
  const { sites, isByNode } = together;
  const other = actor ?? 'what was published';
  const roots = useMemo(
    () => ({ seen: valueOf(path, seen), mine: valueOf(path, mine), theirs: valueOf(path, theirs) }),
    [path, seen, mine, theirs],
  );
  return (
    <section aria-label={titleOf(path)}>
      <div className="st-row">
        <h2>{titleOf(path)}</h2>
        <button type="button" onClick={() => onChoose(sites, 'mine')}>
          All of mine
        </button>
        <button type="button" onClick={() => onChoose(sites, 'theirs')}>
          All of {other}
        </button>
      </div>
      {sites.length === 0 ? <p className="st-soft">Both versions are the same.</p> : null}
      {isByNode ? null : (
        <p className="st-soft">One version is missing or has an error, so choose one of them as a whole.</p>
      )}
      <ul className="st-changes">
        {sites.map((site) => (
          <li key={site.id}>
            <SiteChoice
              {...{ path, site, other, roots }}
              chosen={choiceOf(site)}
              onChoose={(choice) => onChoose([site], choice)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Roots = { readonly [side in 'seen' | Choice]: unknown };

interface SiteChoiceProps {
  readonly path: string;
  readonly site: Site;
  readonly other: string;
  readonly roots: Roots;
  readonly chosen: Choice | undefined;
  onChoose(choice: Choice): void;
}

function SiteChoice({ path, site, other, roots, chosen, onChoose }: SiteChoiceProps) {
  const name = useId();
  const side = site.mine ?? site.theirs ?? site.seen;
  const root = site.mine ? roots.mine : site.theirs ? roots.theirs : roots.seen;
  const { subject, member } = describeChange({ ...(side && { after: side }) }, root);
  const about = [subject, member].filter((words) => words !== '').join(': ') || 'The document';
  const by = { mine: 'You changed it', theirs: `${other} changed it`, both: 'Both changed it' }[site.by];
  return (
    <fieldset className="st-site">
      <legend>
        {about} <span className={site.by === 'both' ? 'st-mark st-bad' : 'st-mark'}>{by}</span>
      </legend>
      {site.by === 'both' && site.seen !== undefined ? (
        <p className="st-soft">
          Before: {isAsset(path) ? <Picture path={path} side={site.seen} /> : showValue(site.seen.value)}
        </p>
      ) : null}
      {(['mine', 'theirs'] as const).map((choice) => (
        <label key={choice} className="st-choice">
          <input type="radio" {...{ name }} checked={chosen === choice} onChange={() => onChoose(choice)} />
          <span>
            {choice === 'mine' ? 'Mine' : other}:{' '}
            {isAsset(path) && site[choice] !== undefined ? (
              <Picture path={path} side={site[choice]} />
            ) : (
              <strong>{say(site[choice], site, choice)}</strong>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A conflicting image, loaded by its content hash. */
function Picture({ path, side }: { readonly path: string; readonly side: Side }) {
  const [address] = Object.values(assetsOf([{ path, text: String(side.value) }]));
  return <img className="st-conflict-picture" src={address} alt="" />;
}

function say(side: Side | undefined, { seen, by }: Site, choice: Choice): string {
  if (side === undefined) return seen === undefined ? 'not there' : 'deleted';
  return `${showValue(side.value)}${by !== 'both' && by !== choice ? ' (as it was)' : ''}`;
}

function valueOf(path: string, text: string | null): unknown {
  return text === null ? undefined : parseDocument(text, path).document?.value;
}

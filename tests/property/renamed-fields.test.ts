import { describe, expect, it, vi } from 'vitest';
import { checkProject } from '#renderer/grammar/check.ts';
import type { readEnvelope } from '#renderer/plan/read-envelope.ts';
import type { readPath } from '#renderer/plan/value.ts';
import {
  isJson,
  type Json,
  parseFile,
  renameMember,
  replyMembers,
  spellPlace,
} from '#tests/reply-members.ts';
import { projectFiles } from '#tests/engine.ts';
import { enter, explore, type Situation } from './explore.ts';
import { definitions, handsOn, isUnambiguous, mentions, reaches } from './search-definitions.ts';

/*
 * "Renaming any field of any reply schema makes exactly the definitions that read it fail." What reads
 * it is asked outside the checker: of the definitions' text, and of the screens as they run.
 */

/** Which names were read of which objects, and where objects of replies come from. */
const recording = vi.hoisted(() => ({
  names: new Map<object, Set<string>>(),
  replies: [] as { endpoint: string; value: unknown }[],
}));

vi.mock(import('#renderer/plan/value.ts'), async (original) => {
  const real = await original();
  const recorded: typeof readPath = (value, names, from) => {
    let holder: unknown = value;
    for (const name of names.slice(from)) {
      if (!real.isRecord(holder)) break;
      const known = recording.names.get(holder) ?? new Set();
      recording.names.set(holder, known.add(name));
      holder = real.readOwn(holder, name);
    }
    return real.readPath(value, names, from);
  };
  return { ...real, readPath: recorded };
});

vi.mock(import('#renderer/plan/read-envelope.ts'), async (original) => {
  const real = await original();
  const recorded: typeof readEnvelope = (endpoint, status, body) => {
    const result = real.readEnvelope(endpoint, status, body);
    if (result.ok) recording.replies.push({ endpoint: endpoint.name, value: result.value });
    return result;
  };
  return { ...real, readEnvelope: recorded };
});

/** Definitions with an error after the renaming, and what of that stands elsewhere. */
interface Renamed {
  readonly failing: ReadonlySet<string>;
  readonly elsewhere: readonly string[];
}

const isDefinition = (file: string) => definitions.some((one) => one.file === file);

const renamed: ReadonlyMap<string, Renamed> = new Map(
  replyMembers.map((member) => {
    const errors = checkProject(renameMember(member)).filter(({ severity }) => severity === 'error');
    const failing = new Set(errors.map(({ file }) => file).filter(isDefinition));
    const elsewhere = errors
      .filter(({ file }) => !isDefinition(file))
      .map(({ file, code }) => `${file} ${code}`);
    return [member.place, { failing, elsewhere }];
  }),
);

function failingFor(place: string): ReadonlySet<string> {
  return renamed.get(place)?.failing ?? new Set();
}

describe('renaming any field of any reply schema makes exactly the definitions that read it fail', () => {
  it('the project as it stands has no error', () => {
    expect(checkProject(projectFiles).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(replyMembers.length).toBeGreaterThan(70);
  });

  it('nothing fails that does not say the name, or hand on what holds it', () => {
    const wrong = replyMembers.flatMap((member) =>
      definitions
        .filter(({ file }) => failingFor(member.place).has(file))
        .filter((one) => !reaches(one, member) || !(mentions(one, member.name) || handsOn(one, member)))
        .map(({ file }) => `${file} fails without ${member.place}`),
    );
    expect(wrong).toEqual([]);
  });

  it('where a name can mean only one member, exactly those fail that say it', () => {
    let pairs = 0;
    let saying = 0;
    const wrong = replyMembers.flatMap((member) =>
      definitions.flatMap((one) => {
        if (!reaches(one, member) || !isUnambiguous(one, member, replyMembers)) return [];
        const says = mentions(one, member.name);
        pairs += 1;
        if (says) saying += 1;
        if (says === failingFor(member.place).has(one.file)) return [];
        return [`${one.file} ${says ? 'says' : 'does not say'} ${member.place}`];
      }),
    );
    console.info(`${pairs} definitions by names that can mean one member only, ${saying} say it`);
    expect(wrong).toEqual([]);
    // Far more than half of what there is to know; where it shrank, the search would decide little.
    expect(saying).toBeGreaterThan(50);
    expect(pairs - saying).toBeGreaterThan(10);
  });

  it("besides screens and parts only app.json fails, where it borrows the member's type", () => {
    const elsewhere = [...renamed].flatMap(([place, one]) =>
      one.elsewhere.map((fault) => `${place}: ${fault}`),
    );
    expect(elsewhere).toEqual([
      'instalment-plan#defDetail: screens/app.json type/unknown-place',
      'rollover-plan#delayInfo: screens/app.json type/unknown-place',
    ]);
  });

  it('whatever a running screen reads, over all fixtures, fails it or a part that it uses', async () => {
    const read = await recordReads();
    const wrong = [...read].flatMap(([screen, places]) => {
      const own = definitions.find((one) => one.screen === screen);
      const files = own ? [own.file, ...own.parts] : [];
      return [...places]
        .filter((place) => !files.some((file) => failingFor(place).has(file)))
        .map((place) => `${screen} reads ${place}`);
    });
    expect(wrong).toEqual([]);

    const everywhere = new Set([...read.values()].flatMap((places) => [...places]));
    const unread = replyMembers.map(({ place }) => place).filter((place) => !everywhere.has(place));
    console.info(`${everywhere.size} of ${replyMembers.length} members were read by running screens`);
    expect([...unread].sort()).toEqual([...UNREACHED, ...UNREAD, ...HANDED_ON].sort());
  }, 240_000);

  it('a reply field that no definition reads is listed', () => {
    const unread = replyMembers.map(({ place }) => place).filter((place) => failingFor(place).size === 0);
    console.info(`read by no definition: ${unread.join(', ')}`);
    expect(unread).toEqual(UNREAD);
  });
});

/**
 * In the contract because the service sends them: `sendSms` shows nothing (reading 76), the older confirmation has
 * no row for the first period, the rollover shows the name and logo that the order has, a complaint is asked for by
 * its number, and a landing page is asked for by its id. What a place may say besides its code and name the engine
 * reads where it is there.
 */
const UNREAD = [
  'channel-template#id',
  'cities#places[].value',
  'cities#places[].within',
  'cities#places[].hasPlaces',
  'loan-confirm-detail#sendSms',
  'older-confirm-detail#firstPeriodDay',
  'older-confirm-detail#sendSms',
  'problem-detail#problemId',
  'rollover-plan#productName',
  'rollover-plan#productLogo',
];

/** Read behind Back, a filled form or a shell, where taps alone do not lead. */
const UNREACHED = [
  'loan-confirm-detail#isPopType',
  'loan-confirm-detail#popTitle',
  'loan-confirm-detail#popContent',
  'older-confirm-detail#isPopType',
  'older-confirm-detail#popTitle',
  'older-confirm-detail#popContent',
  'product-jump#address',
  'upload-problem-img#url',
  // Of a loan that is chosen in a list, and confirmed.
  'problem-init#orderList[].list',
  'problem-init#orderList[].list[].title',
  'problem-init#orderList[].list[].value',
  // Of a sheet that a tap opens in a form.
  'cities#places',
  'cities#places[].code',
  'cities#places[].name',
  'repayment-commit#needValid',
  'repayment-commit#repayRecordId',
  'repayment-way#repayToken',
  'repayment-way#bankCards[].bankCode',
  // `orValue` hands on a copy, which is not known again.
  'problem-list#tabs[].title',
  'problem-list#tabs[].list',
  'problem-list#tabs[].list[].id',
  'problem-list#tabs[].list[].time',
  'problem-list#tabs[].list[].type',
  'problem-list#tabs[].list[].content',
];

/** Kept for another screen, which reads them as the other contract's: app.json borrows its type. */
const HANDED_ON = [
  'rollover-plan#defDetail.payNotice',
  'rollover-plan#defDetail.payNotice[].title',
  'rollover-plan#defDetail.payNotice[].items',
  'rollover-plan#defDetail.payNotice[].items[].name',
  'rollover-plan#defDetail.payNotice[].items[].steps',
];

/** Places of replies that each screen read, in every situation. */
async function recordReads(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const read = new Map<string, Set<string>>();
  let screen = '';
  const collect = () => {
    const places = new Map<object, Set<string>>();
    for (const { endpoint, value } of recording.replies) mark(places, value, endpoint, []);
    const known = read.get(screen) ?? new Set();
    read.set(screen, known);
    for (const [holder, names] of recording.names) {
      for (const place of places.get(holder) ?? []) for (const name of names) known.add(join(place, name));
    }
    recording.replies.length = 0;
    recording.names.clear();
  };
  const begin = (situation: Situation) => {
    collect();
    screen = situation.screen;
  };
  for (const situation of await explore(begin)) {
    begin(situation);
    const { live } = await enter(situation);
    markKept(live.engine.store.get().kept);
  }
  collect();
  return read;
}

function join(place: string, name: string): string {
  return place.endsWith('#') ? place + name : `${place}.${name}`;
}

/** Kept values are replies that were written down: app.json says whose. */
function markKept(kept: { readonly [name: string]: unknown }): void {
  const app = projectFiles.find(({ path }) => path === 'screens/app.json');
  const declared = (app ? parseFile(app)['kept'] : {}) as { readonly [name: string]: Json };
  for (const [name, declaration] of Object.entries(declared)) {
    for (const [member, { like }] of Object.entries(
      (declaration['properties'] ?? {}) as { [name: string]: Json },
    )) {
      const value = kept[name];
      if (typeof like === 'string' && isJson(value))
        recording.replies.push({ endpoint: like, value: value[member] });
    }
  }
}

/** Remembers where each record of a reply stands; `from` is an endpoint or a place in one. */
function mark(places: Map<object, Set<string>>, value: unknown, from: string, path: readonly string[]): void {
  if (Array.isArray(value)) for (const item of value) mark(places, item, from, [...path, '[]']);
  if (!isJson(value)) return;
  const place = from.includes('#')
    ? from +
      spellPlace('', path)
        .slice(1)
        .replace(/^(?=\w)/, '.')
    : spellPlace(from, path);
  places.set(value, (places.get(value) ?? new Set()).add(place));
  for (const [name, member] of Object.entries(value)) mark(places, member, from, [...path, name]);
}

import { ofKept, ofSession } from '../flow/vessels.ts';
import { isJson } from '../json.ts';
import type { Member, Rooted, Type } from '../type.ts';
import type { Declarations, World } from '../world.ts';
import { DEVICE_ROOT, Scope, type Watch, WatchedMembers } from './scope.ts';

/**
 * A root whose members a document declares.
 *
 * @param isGiven Whether a member without a default is always present.
 */
export function declaredRoot(
  declarations: Declarations,
  watch: Watch,
  isGiven: (name: string) => boolean = () => false,
): Rooted {
  return { absent: false, type: declaredType(declarations, watch, isGiven) };
}

function declaredType(declarations: Declarations, watch: Watch, isGiven: (name: string) => boolean): Type {
  const members: [string, Member][] = [];
  const broken: string[] = [];
  for (const [name, { declared, required, initial, isComputed }] of declarations) {
    if (declared === undefined) broken.push(name);
    else {
      members.push([
        name,
        {
          type: declared.type,
          absent: !required && initial === undefined && isComputed !== true && !isGiven(name),
        },
      ]);
    }
  }
  return { kind: 'record', members: new WatchedMembers(members, broken, watch) };
}

/**
 * Roots that every screen and part has. They are undefined if app.json is broken.
 *
 * @param needsSession The document is only opened for a visitor whose session is known.
 */
export function sharedRoots(
  world: World,
  watch: Watch,
  needsSession: boolean,
): Map<string, Rooted | undefined> {
  const { app } = world;
  const roots = new Map<string, Rooted | undefined>([['device', DEVICE_ROOT]]);
  if (app?.value === undefined) {
    for (const name of ['session', 'config', 'kept']) roots.set(name, undefined);
    return roots;
  }
  const signedIn: unknown[] = Array.isArray(app.value['signedIn']) ? app.value['signedIn'] : [];
  const session = declaredRoot(app.session, watch, (name) => needsSession && signedIn.includes(name));
  const kept = declaredRoot(app.kept, watch);
  roots.set('session', { ...session, flow: ofSession(session.type) });
  roots.set('kept', { ...kept, flow: ofKept(kept.type) });
  roots.set('config', configRoot(world, watch));
  return roots;
}

/** A scope with these roots. A root without a type is broken: what reads it is not checked. */
export function rootsScope(roots: ReadonlyMap<string, Rooted | undefined>, watch: Watch): Scope {
  const known = [...roots].filter((entry): entry is [string, Rooted] => entry[1] !== undefined);
  const broken = [...roots].filter(([, root]) => root === undefined).map(([name]) => name);
  return new Scope(new Map(known), watch, new Set(), new Set(broken));
}

export function configRoot(world: World, watch: Watch): Rooted | undefined {
  const { app } = world;
  if (app === undefined || !isJson(app.value)) return undefined;
  const groups = [...app.config].map(
    ([name, group]) => [name, { type: declaredType(group, watch, () => false), absent: false }] as const,
  );
  return { absent: false, type: { kind: 'record', members: new Map(groups) } };
}

import type { Flow, Type, Vessel } from '../type.ts';
import { heldApart, memberOf } from './flow.ts';
import { BRIDGE, ownerOf } from './names.ts';

/** The origin of all values in a vessel. */
function held(of: Vessel, type: Type | undefined): Flow {
  return {
    kind: 'read',
    of,
    path: [],
    type,
    isPublic: false,
    isLenient: false,
    isTyped: false,
    isReplied: false,
  };
}

/* Sources: their values belong to a visitor. */

export function ofSession(type: Type | undefined): Flow {
  return held({ name: 'session', isSource: true }, type);
}

/** Stored values outlive the release that wrote them, so the checker cannot know what was written. */
export function ofKept(type: Type | undefined): Flow {
  return held({ name: 'kept', isSource: true }, type);
}

export function ofReply(endpoint: string, type: Type | undefined): Flow {
  return held({ name: `${endpoint}#`, isSource: true, isReply: true }, type);
}

/** The `kind` of a failure is not private. */
export function ofError(type: Type): Flow {
  const error = held({ name: 'error', isSource: true }, type);
  const names = type.kind === 'record' ? [...type.members.keys()].filter((name) => name !== 'kind') : [];
  return heldApart(names.map((name) => [name, memberOf(error, name)]));
}

export function ofForm(file: string, type: Type | undefined): Flow {
  return held({ name: `${ownerOf(file)}.form`, isSource: true }, type);
}

/** Parameters of a screen, which are part of its address. */
export function ofAddress(file: string, type: Type | undefined): Flow {
  return held({ name: `${ownerOf(file)}.params`, isSource: true }, type);
}

/** Text that the visitor enters in an input that is bound to state. */
export function ofInput(file: string): Flow {
  return held({ name: `${ownerOf(file)}.entered`, isSource: true }, undefined);
}

export function ofResult(method: string, type: Type | undefined): Flow {
  return held({ name: `${BRIDGE}${method}`, isSource: true }, type);
}

/* Targets: they hold the values that are written to them. */

export function ofState(file: string, type: Type | undefined): Flow {
  return written(`${ownerOf(file)}.state`, type);
}

export function ofPartParameters(part: string, type: Type | undefined): Flow {
  return written(`parts/${part}.params`, type);
}

export function ofMethodParameters(method: string, type: Type | undefined): Flow {
  return written(`${BRIDGE}${method}.params`, type);
}

function written(name: string, type: Type | undefined): Flow {
  return held({ name, isSource: false, writtenAs: name }, type);
}

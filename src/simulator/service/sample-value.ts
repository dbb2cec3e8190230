import type { Type } from '#renderer/grammar/type.ts';
import { isRecord } from '#src/shared/contract.ts';

/** Sample of a computed text, which may be a date, digits or an address. */
export const SAMPLE_TEXT = 'sample of a computed text';

/** A value in a fixture, with a sample of its type for each computed value. */
export function sampleWritten(raw: unknown, type: Type): unknown {
  if (typeof raw === 'string') return raw.includes('${') ? sampleOf(type) : raw;
  if (Array.isArray(raw)) {
    const items: Type = type.kind === 'list' ? type.items : { kind: 'any' };
    return raw.map((item: unknown) => (isEach(item) ? sampleOf(items) : sampleWritten(item, items)));
  }
  if (!isRecord(raw)) return raw;
  if (Array.isArray(raw['choose'])) return sampleOf(type);
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, sampleWritten(value, memberOf(type, name))]),
  );
}

function isEach(item: unknown): boolean {
  return isRecord(item) && typeof item['each'] === 'string';
}

function memberOf(type: Type, name: string): Type {
  if (type.kind === 'map') return type.items;
  return (type.kind === 'record' ? type.members.get(name)?.type : undefined) ?? { kind: 'any' };
}

function sampleOf(type: Type): unknown {
  switch (type.kind) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
    case 'money':
      return 1;
    case 'date':
      return '2026-01-31';
    case 'url':
      return 'https://page.test/';
    case 'list':
      return [sampleOf(type.items)];
    case 'map':
      return {};
    case 'record':
      return Object.fromEntries([...type.members].map(([name, member]) => [name, sampleOf(member.type)]));
    case 'text':
    case 'any':
      return SAMPLE_TEXT;
  }
}

import type { MemberShape, ScalarShape, Shape } from '../plan/plan.ts';
import { joinPointer } from './pointer.ts';

/**
 * The shape of a value that has already been read from the wire: it has our own names and needs no
 * conversion.
 */
export function ownShape(shape: Shape): Shape {
  switch (shape.type) {
    case 'record':
      return {
        type: 'record',
        members: shape.members.map((member) => ({
          name: member.name,
          wire: joinPointer('', member.name),
          shape: ownShape(member.shape),
          ...(member.required === true || member.default !== undefined ? { required: true as const } : {}),
          ...whenItDoesNotFit(member),
        })),
      };
    case 'list':
    case 'map':
      return {
        type: shape.type,
        items: ownShape(shape.items),
        ...(shape.max === undefined ? {} : { max: shape.max }),
      };
    default: {
      const { read: _read, ...own } = shape;
      return own;
    }
  }
}

/**
 * How a stored member with the wrong type is handled. A listed text always has the right type, so `absent`
 * does not apply to texts.
 */
function whenItDoesNotFit({ absent, bad, default: initial, shape }: MemberShape): Partial<MemberShape> {
  return {
    ...(absent !== undefined && shape.type !== 'text' ? { absent } : {}),
    ...(bad === undefined ? {} : { bad, ...(initial === undefined ? {} : { default: initial }) }),
  };
}

const PARAMETER_READS = {
  integer: 'integer',
  number: 'number',
  boolean: 'flag',
  money: 'integer',
  date: 'date',
  url: 'url',
} as const;

/**
 * The shape of an address parameter, which arrives as text. Undefined for types that cannot be read from
 * text.
 */
export function addressShape(shape: Shape): ScalarShape | undefined {
  if (shape.type === 'record' || shape.type === 'list' || shape.type === 'map') return undefined;
  return shape.type === 'text' || shape.read !== undefined
    ? shape
    : { ...shape, read: PARAMETER_READS[shape.type] };
}

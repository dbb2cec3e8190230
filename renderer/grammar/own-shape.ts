import type { MemberShape, ScalarShape, Shape } from '../plan/plan.ts';
import { joinPointer } from './pointer.ts';

/** The shape of a value that is ours already: own names, nothing to be read from a wire. */
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

/** What a stored member counts as that has not its type. Every listed text is a text, so there it says nothing. */
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

/** The shape of a parameter of an address, where everything is text. Undefined where text cannot become it. */
export function addressShape(shape: Shape): ScalarShape | undefined {
  if (shape.type === 'record' || shape.type === 'list' || shape.type === 'map') return undefined;
  return shape.type === 'text' || shape.read !== undefined
    ? shape
    : { ...shape, read: PARAMETER_READS[shape.type] };
}

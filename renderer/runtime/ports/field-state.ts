import type { Control, UseControllerReturn } from 'react-hook-form';
import type { Value } from '../../plan/expression.ts';
import type { Uploads } from '../../plan/uploads.ts';

export interface FieldState {
  readonly value: Value | undefined;
  /** Absent for groups: their value consists of their fields. */
  readonly joint?: FieldJoint;
  readonly problem?: string;
  /** Of a form field: the message of a rule that does not block. */
  readonly warning?: string;
  readonly isRequired: boolean;
  /** Only for photo fields. */
  readonly uploads?: Uploads;
  /** Only for fields with a remote rule. */
  readonly remote?: RemoteState;
  /** Only for repeating groups and their records. The same object until the permitted operations change. */
  readonly rows?: FieldRows;
}

/** Connects a widget to react-hook-form: `useController(joint)`, or `joint.control.register(joint.name)`. */
export interface FieldJoint {
  readonly control: Control;
  /** The field's name in react-hook-form. */
  readonly name: string;
  /** `useController`, for code that must not import the library. */
  readonly useController: (joint: Pick<FieldJoint, 'control' | 'name'>) => Pick<UseControllerReturn, 'field'>;
}

/** Status of a remote validation. A new object on every change. */
export interface RemoteState {
  /** `failed`: no answer, so the value is neither right nor wrong. */
  readonly phase: 'idle' | 'asking' | 'right' | 'wrong' | 'failed';
  /** Sends a failed validation again. */
  retry(): void;
}

/** Adding and removing records. */
export interface FieldRows {
  /** Number of records. */
  readonly count: number;
  /** On a group: adds a record at the end; absent at the maximum. */
  add?(): void;
  /** On a record: removes it; absent at the minimum. */
  remove?(): void;
  /** On a record that can be moved: its index. */
  readonly at?: number;
  /** On a record that can be moved: moves it to an index. */
  moveTo?(at: number): void;
}

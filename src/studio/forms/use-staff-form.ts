import { valibotResolver } from '@hookform/resolvers/valibot';
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import type * as v from 'valibot';
import { describeValue } from '#src/shared/describe-faults.ts';
import { Refused } from '../api.ts';
import { keptOf, type Unsent } from './unsent.ts';

/** The registration of an input, and its error: a sentence without its subject "It". */
export interface FormField extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

interface StaffFormOptions<Input, Output> {
  /** Schema of the operation. Its messages are sentences without their subject "It". */
  readonly schema: v.GenericSchema<Partial<Input>, Output>;
  /** Initial values. */
  readonly first: Input;
  /** Keeps the typed values until they are sent or reset. Never for a password or a token. */
  readonly unsent?: Unsent | undefined;
  /** Members that are not kept: what a person confirms is confirmed again. */
  readonly unkept?: readonly (keyof Input)[];
  /** @throws Refused. */
  send(body: Output): Promise<unknown>;
}

/**
 * A form of the studio. It is checked by its schema before sending, sends once at a time, and keeps the typed values if
 * sending fails.
 */
export function useStaffForm<Input extends FieldValues, Output extends FieldValues>({
  schema,
  first,
  unsent,
  unkept = [],
  send,
}: StaffFormOptions<Input, Output>) {
  const [typed] = useState(() => keptOf(unsent?.read(), first));
  const { register, handleSubmit, getFieldState, formState, setError, reset, subscribe, ...form } = useForm<
    Input,
    unknown,
    Output
  >({
    // Every member of the input has an initial value; a schema may read only some of them.
    resolver: valibotResolver(schema as v.GenericSchema<Input, Output>, { message: describeValue }),
    // Show all errors of a field, not only the first.
    criteriaMode: 'all',
    // TypeScript cannot see that a generic type is its own deep partial.
    defaultValues: { ...first, ...typed } as DefaultValues<Input>,
  });
  const keep = useEffectEvent((values: Input) => {
    const changed = Object.entries(values).filter(
      ([name, value]) => !unkept.includes(name) && JSON.stringify(value) !== JSON.stringify(first[name]),
    );
    if (changed.length === 0) unsent?.forget();
    else unsent?.keep(Object.fromEntries(changed));
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe],
  );
  const { isSubmitting } = formState;
  const [refused, setRefused] = useState<Refused>();
  const isSending = useRef(false);

  /** Shows the error at the fields that the server names; at the form if it names unknown fields or none. */
  function show(refusal: Refused): void {
    const names = Object.keys(refusal.members);
    // The keys of the initial values are the field names.
    const own = names.filter((name): name is Path<Input> => Object.hasOwn(first, name));
    for (const [nth, name] of own.entries()) {
      setError(name, { message: refusal.members[name] ?? '' }, { shouldFocus: nth === 0 });
    }
    if (own.length === 0 || own.length < names.length) setRefused(refusal);
  }

  return {
    ...form,
    register,
    /** Forgets the typed values. @param values - Default: the initial ones. */
    reset(values: Input = first): void {
      reset(values);
      unsent?.forget();
    },
    isSending: isSubmitting,
    /** An error that no field shows. */
    refused,
    field: (name: Path<Input>, options?: RegisterOptions<Input, Path<Input>>): FormField => ({
      ...register(name, options),
      error: getFieldState(name, formState).error?.message,
    }),
    /** @returns whether the form was sent. */
    async submit(event: Pick<SyntheticEvent, 'preventDefault'>): Promise<boolean> {
      event.preventDefault();
      if (isSending.current) return false;
      isSending.current = true;
      setRefused(undefined);
      let isSent = false;
      try {
        await handleSubmit(async (body) => {
          await send(body);
          isSent = true;
          unsent?.forget();
        })();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        show(error);
      } finally {
        isSending.current = false;
      }
      return isSent;
    },
  };
}

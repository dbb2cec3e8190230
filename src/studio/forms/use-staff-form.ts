import { valibotResolver } from '@hookform/resolvers/valibot';
import { type FormEvent, useRef, useState } from 'react';
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

/** What registers an input in its form, and what is wrong with its value: the rest of a sentence. */
export interface FormField extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

interface StaffFormOptions<Input, Output> {
  /** Of the operation that the form is sent to. A message is the rest of a sentence that begins with "It". */
  readonly schema: v.GenericSchema<Partial<Input>, Output>;
  /** Values that the form begins with. */
  readonly first: Input;
  /** @throws Refused. */
  send(body: Output): Promise<unknown>;
}

/**
 * A form of the studio: checked by its schema before it is sent, sent once at a time, and kept as it was typed where
 * sending fails.
 */
export function useStaffForm<Input extends FieldValues, Output extends FieldValues>({
  schema,
  first,
  send,
}: StaffFormOptions<Input, Output>) {
  const { register, handleSubmit, getFieldState, formState, setError, ...form } = useForm<
    Input,
    unknown,
    Output
  >({
    // Every member of the input has a value from the beginning; a schema may read only some of them.
    resolver: valibotResolver(schema as v.GenericSchema<Input, Output>, { message: describeValue }),
    // A schema goes on after its first fault: all faults are shown at once.
    criteriaMode: 'all',
    // A deep partial of a type that is not known yet is never the type itself.
    defaultValues: first as DefaultValues<Input>,
  });
  const { isSubmitting } = formState;
  const [refused, setRefused] = useState<Refused>();
  const isSending = useRef(false);

  /** At its field, where the server names one of this form. */
  function show(refusal: Refused): void {
    const names = Object.keys(refusal.members);
    // The keys of the values, which are names of fields.
    const own = names.filter((name): name is Path<Input> => Object.hasOwn(first, name));
    for (const [nth, name] of own.entries()) {
      setError(name, { message: refusal.members[name] ?? '' }, { shouldFocus: nth === 0 });
    }
    if (own.length === 0 || own.length < names.length) setRefused(refusal);
  }

  return {
    ...form,
    register,
    isSending: isSubmitting,
    /** Why the server did not take it, where that is about no field. */
    refused,
    field: (name: Path<Input>, options?: RegisterOptions<Input, Path<Input>>): FormField => ({
      ...register(name, options),
      error: getFieldState(name, formState).error?.message,
    }),
    /** @returns whether it was sent. */
    async submit(event: FormEvent): Promise<boolean> {
      event.preventDefault();
      if (isSending.current) return false;
      isSending.current = true;
      setRefused(undefined);
      let isSent = false;
      try {
        await handleSubmit(async (body) => {
          await send(body);
          isSent = true;
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

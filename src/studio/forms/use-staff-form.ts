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

/** The registration of an input, and its error: a sentence without its subject "It". */
export interface FormField extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

interface StaffFormOptions<Input, Output> {
  /** Schema of the operation. Its messages are sentences without their subject "It". */
  readonly schema: v.GenericSchema<Partial<Input>, Output>;
  /** Initial values. */
  readonly first: Input;
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
  send,
}: StaffFormOptions<Input, Output>) {
  const { register, handleSubmit, getFieldState, formState, setError, ...form } = useForm<
    Input,
    unknown,
    Output
  >({
    // Every member of the input has an initial value; a schema may read only some of them.
    resolver: valibotResolver(schema as v.GenericSchema<Input, Output>, { message: describeValue }),
    // Show all errors of a field, not only the first.
    criteriaMode: 'all',
    // TypeScript cannot see that a generic type is its own deep partial.
    defaultValues: first as DefaultValues<Input>,
  });
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
    isSending: isSubmitting,
    /** An error that no field shows. */
    refused,
    field: (name: Path<Input>, options?: RegisterOptions<Input, Path<Input>>): FormField => ({
      ...register(name, options),
      error: getFieldState(name, formState).error?.message,
    }),
    /** @returns whether the form was sent. */
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

import { expect, test } from "vitest";
import { Optimistic } from "./optimistic";

/** An answer that comes when the test wants it. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (cause: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

function counter(initial = 10) {
  const shown: number[] = [];
  return { value: new Optimistic(initial, (count: number) => shown.push(count)), shown };
}

test("a deed is seen at once, and the server's word replaces the guess", async () => {
  const { value, shown } = counter();
  const answer = later<number>();
  const done = value.do({ guess: (now) => now + 1, send: () => answer.promise });
  expect(value.value).toBe(11);
  answer.resolve(14);
  await done;
  expect(shown).toEqual([11, 14]);
});

test("a failed action is reverted and its reason passed on", async () => {
  const { value, shown } = counter();
  const done = value.do({ guess: (now) => now + 1, send: () => Promise.reject(new Error("no")) });
  await expect(done).rejects.toThrow("no");
  expect(shown).toEqual([11, 10]);
});

test("deeds go one after another, and one that fails leaves the later ones standing", async () => {
  const { value } = counter();
  const first = later<number>();
  const seen: number[] = [];
  const failed = value.do({ guess: (now) => now + 1, send: () => first.promise });
  const second = value.do({
    guess: (now) => now * 2,
    send: (now) => {
      seen.push(now);
      return Promise.resolve(now * 2);
    },
  });
  expect(value.value).toBe(22);
  expect(seen).toEqual([]);
  first.reject(new Error("no"));
  await expect(failed).rejects.toThrow("no");
  expect(value.value).toBe(20);
  await second;
  expect(seen).toEqual([10]);
  expect(value.value).toBe(20);
});

test("news from elsewhere do not hide what is under way", async () => {
  const { value } = counter();
  const answer = later<number>();
  const done = value.do({ guess: (now) => now + 1, send: () => answer.promise });
  value.confirm(100);
  expect(value.value).toBe(101);
  answer.resolve(101);
  await done;
  expect(value.value).toBe(101);
});

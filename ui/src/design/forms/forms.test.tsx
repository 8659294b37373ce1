// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setHold } from "../../lib/navigation";
import { AlertDialog } from "../AlertDialog";
import { closeAlert } from "../alert";
import { TextField } from "./Field";
import { Form } from "./Form";
import { ActionError, type Failure, FailureReader } from "./failure";
import { SubmitButton } from "./SubmitButton";
import { useAction } from "./useAction";
import { useDraft } from "./useDraft";
import { textOf, useForm } from "./useForm";
import { useUnsaved } from "./useUnsaved";

afterEach(() => {
  cleanup();
  closeAlert();
  vi.useRealTimers();
});

/** A failure as a server's problem document makes one. */
class Problem extends Error implements Failure {
  readonly status = 422;
  readonly #atFields: Readonly<Record<string, string>>;
  constructor(message: string, atFields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.#atFields = atFields;
  }
  fieldMessage(pointer: string): string | null {
    return this.#atFields[pointer] ?? null;
  }
}

const send = vi.fn<(fields: FormData) => Promise<unknown>>();

function SignUp(options: Omit<Parameters<typeof useForm>[0], "send">) {
  const form = useForm({ send, ...options });
  return (
    <Form form={form}>
      <TextField label="Name" name="name" hint="As others see it." />
      <TextField label="Email address" name="email" />
      <SubmitButton busyText="Sending…">Send</SubmitButton>
      <p role="note">{form.done ? "done" : ""}</p>
    </Form>
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = () => fireEvent.click(screen.getByRole("button"));
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

/** What a screen reader says after the name of a field or a button. */
function description(element: HTMLElement): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}

test("what the check finds stands at its field, takes the focus, and goes when the field is changed", async () => {
  send.mockReset();
  render(<SignUp check={(fields) => ({ email: textOf(fields, "email") === "" ? "Enter it." : null })} />);
  press();
  expect(field("Email address").getAttribute("aria-invalid")).toBe("true");
  expect(description(field("Email address"))).toBe("Enter it.");
  expect(description(field("Name"))).toBe("As others see it.");
  expect(document.activeElement).toBe(field("Email address"));
  expect(send).not.toHaveBeenCalled();
  write("Email address", "kit@home.example");
  expect(field("Email address").hasAttribute("aria-invalid")).toBe(false);
  press();
  expect(await screen.findByText("done")).toBeTruthy();
});

test("what a problem says about fields stands at them, under the names the server has for them", async () => {
  send.mockReset().mockRejectedValue(new Problem("Refused.", { "/name": "Taken.", "/newEmail": "Unknown." }));
  render(<SignUp pointers={{ email: "/newEmail" }} />);
  press();
  await waitFor(() => expect(description(field("Name"))).toBe("Taken. As others see it."));
  expect(description(field("Email address"))).toBe("Unknown.");
  expect(document.activeElement).toBe(field("Name"));
  // A sentence beside the form as well would say it twice.
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what no field can say stands beside the form, and nothing that was typed is lost", async () => {
  send.mockReset().mockRejectedValue(new Problem("The server is busy."));
  render(<SignUp />);
  write("Name", "Kit");
  press();
  expect((await screen.findByRole("alert")).textContent).toBe("The server is busy.");
  expect(field("Name").value).toBe("Kit");
  write("Name", "Kit B.");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a form can say which field a failure is about though it names none", async () => {
  send.mockReset().mockRejectedValue(new Problem("Somebody has that name."));
  render(<SignUp atFields={({ message }) => ({ name: message })} />);
  press();
  await waitFor(() => expect(description(field("Name"))).toBe("Somebody has that name. As others see it."));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("two presses send once, and the button says what it is doing", async () => {
  let arrive = () => {};
  send.mockReset().mockReturnValue(new Promise<void>((resolve) => (arrive = resolve)));
  render(<SignUp />);
  const button = screen.getByRole("button", { name: "Send" });
  const { form } = button as HTMLButtonElement;
  // In one tick, before React has drawn anything.
  act(() => {
    form?.requestSubmit();
    form?.requestSubmit();
  });
  press();
  expect(send).toHaveBeenCalledTimes(1);
  expect(button.textContent).toBe("Sending…");
  expect([button.getAttribute("aria-busy"), button.getAttribute("aria-disabled")]).toEqual(["true", "true"]);
  // It keeps the focus: it is not taken out of the page's order.
  expect(button.hasAttribute("disabled")).toBe(false);
  await act(async () => arrive());
  expect(button.textContent).toBe("Send");
  expect(screen.getByRole("note").textContent).toBe("done");
});

test("a disabled button explains why, before it is pressed and again when it is", () => {
  send.mockReset();
  render(<SignUp disabledReason="Nothing has changed." />);
  const button = screen.getByRole("button", { name: "Send" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(description(button)).toBe("Nothing has changed.");
  expect(screen.getByRole("status").textContent).toBe("");
  press();
  expect(screen.getByRole("status").textContent).toBe("Nothing has changed.");
  // Enter in a field does not get around it.
  fireEvent.submit(field("Name"));
  expect(send).not.toHaveBeenCalled();
});

test("after too many tries the button counts down, and nothing is sent until then", async () => {
  vi.useFakeTimers();
  send.mockReset().mockRejectedValue(new Problem("Too many attempts."));
  render(<SignUp waitSecs={() => 2} />);
  await act(async () => press());
  expect(screen.getByRole("button").textContent).toBe("Try again in 2 s");
  await act(async () => press());
  write("Name", "Kit");
  expect(screen.getByRole("alert").textContent).toBe("Too many attempts.");
  expect(send).toHaveBeenCalledTimes(1);
  for (const _ of [1, 2]) await act(async () => vi.advanceTimersByTime(1_000));
  expect(screen.getByRole("button").textContent).toBe("Send");
  await act(async () => press());
  expect(send).toHaveBeenCalledTimes(2);
});

test("a failure with a screen of its own is not shown in the form", async () => {
  send.mockReset().mockRejectedValue(new Problem("A code is needed.", { "/name": "Taken." }));
  const onFailure = vi.fn(() => true);
  render(<SignUp onFailure={onFailure} />);
  await act(async () => press());
  expect(onFailure).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(field("Name").hasAttribute("aria-invalid")).toBe(false);
});

function Row({ operation, overlapping }: { operation: (id: string) => Promise<void>; overlapping: boolean }) {
  const action = useAction(operation, {
    overlapping,
    say: ({ message }, id) => `${id}: ${message}`,
  });
  return (
    <>
      <button type="button" onClick={() => void action.run("a")}>
        A
      </button>
      <button type="button" onClick={() => void action.run("b")}>
        B
      </button>
      <p role="status">
        {action.busy ? `busy with ${action.given?.[0]}` : action.done ? "done" : (action.failure ?? "idle")}
      </p>
    </>
  );
}

const said = () => screen.getByRole("status").textContent;

test("an action runs once at a time, says with what, and can be tried again after a failure", async () => {
  let refuse = (_: unknown) => {};
  const operation = vi.fn((_: string) => new Promise<void>((_resolve, reject) => (refuse = reject)));
  render(<Row operation={operation} overlapping={false} />);
  fireEvent.click(screen.getByText("A"));
  fireEvent.click(screen.getByText("B"));
  expect(operation.mock.calls).toEqual([["a"]]);
  expect(said()).toBe("busy with a");
  await act(async () => refuse(new ActionError("Not now.")));
  expect(said()).toBe("a: Not now.");
  fireEvent.click(screen.getByText("B"));
  expect(said()).toBe("busy with b");
});

test("what shows its result at once may overlap; a failure stays until the next press", async () => {
  const settle: Record<string, { resolve: () => void; reject: (cause: unknown) => void }> = {};
  const operation = (id: string) =>
    new Promise<void>((resolve, reject) => {
      settle[id] = { resolve, reject };
    });
  render(<Row operation={operation} overlapping />);
  fireEvent.click(screen.getByText("A"));
  fireEvent.click(screen.getByText("B"));
  await act(async () => settle.a?.reject(new Problem("Refused.")));
  await act(async () => settle.b?.resolve());
  expect(said()).toBe("a: Refused.");
});

test("the app explains an unknown error; a sentence of the client's own stays", async () => {
  const operation = vi
    .fn<(id: string) => Promise<void>>()
    .mockRejectedValueOnce(new TypeError("x is undefined"))
    .mockRejectedValueOnce(new ActionError("Choose a file first."));
  render(
    <FailureReader value={() => new Problem("Something went wrong in this browser.")}>
      <Row operation={operation} overlapping={false} />
    </FailureReader>,
  );
  await act(async () => fireEvent.click(screen.getByText("A")));
  expect(said()).toBe("a: Something went wrong in this browser.");
  await act(async () => fireEvent.click(screen.getByText("A")));
  expect(said()).toBe("a: Choose a file first.");
});

function Unsaved({ changed }: { changed: boolean }) {
  useUnsaved(changed);
  return null;
}

const closesSilently = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("unsaved changes hold the page until they are saved or given up", async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  let ask: ((leave: () => void) => void) | null = null;
  setHold((next) => {
    ask = next;
  });
  const wayOut = () => ask;
  const page = (first: boolean, second: boolean) => (
    <>
      <Unsaved changed={first} />
      <Unsaved changed={second} />
      <AlertDialog />
    </>
  );
  const { rerender } = render(page(false, false));
  expect(wayOut()).toBeNull();
  expect(closesSilently()).toBe(true);

  rerender(page(true, true));
  expect(closesSilently()).toBe(false);
  const leave = vi.fn();
  act(() => wayOut()?.(leave));
  expect(screen.getByText("You have unsaved changes.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(leave).not.toHaveBeenCalled();
  act(() => wayOut()?.(leave));
  fireEvent.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(leave).toHaveBeenCalledOnce();

  // One of two was saved.
  rerender(page(true, false));
  expect(closesSilently()).toBe(false);
  rerender(page(false, false));
  expect(wayOut()).toBeNull();
  expect(closesSilently()).toBe(true);
});

function Note({ drafts }: { drafts: Map<string, string> }) {
  const { text, write: change, drop } = useDraft(drafts, "m1", "as saved");
  return (
    <>
      <textarea aria-label="Note" value={text} onChange={(event) => change(event.target.value)} />
      <button type="button" onClick={drop}>
        Cancel
      </button>
    </>
  );
}

test("a draft survives its editor, and is gone once it is saved or given up", () => {
  const drafts = new Map<string, string>();
  const open = () => {
    cleanup();
    render(<Note drafts={drafts} />);
    return screen.getByRole<HTMLTextAreaElement>("textbox");
  };
  fireEvent.change(open(), { target: { value: "half a sen" } });
  expect(open().value).toBe("half a sen");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(open().value).toBe("as saved");
});

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import type { FailedRequest } from "../api/errors";
import { createQueryClient } from "../api/query";
import type { PlayApi } from "../features/play/api";
import { PlayProvider } from "../features/play/PlayContext";
import { openStory } from "../features/play/testing-story";
import { renderInPage } from "./render";

/** Shows a part of the play, around it a story whose server is the test (`openStory`). */
export async function showInPlay(
  part: ReactNode,
  api: Partial<PlayApi> = {},
  client: QueryClient = createQueryClient(),
) {
  const opened = openStory(api, () => Date.now());
  const { story, last } = opened;
  await act(async () => undefined);
  const announced: string[] = [];
  const play = {
    chatID: "s1",
    story,
    announce: (text: string) => void announced.push(text),
    compose: () => undefined,
    askFirst: (_: unknown, then: () => void) => then(),
  };
  const show = (shown: ReactNode) =>
    renderInPage(
      <QueryClientProvider client={client}>
        <PlayProvider value={play}>{shown}</PlayProvider>
      </QueryClientProvider>,
    );
  const first = show(part);
  await act(async () => undefined);

  /** Shows something else of the same story instead. */
  const showInstead = (shown: ReactNode) => {
    first.unmount();
    show(shown);
  };
  const hear = (event: string, data: unknown) =>
    act(async () => void last().onEvent({ id: undefined, event, data: JSON.stringify(data) }));
  const refuse = (failure: FailedRequest) => act(async () => void last().onRefused(failure, 1));
  return { ...opened, announced, showInstead, hear, refuse, user: userEvent.setup() };
}

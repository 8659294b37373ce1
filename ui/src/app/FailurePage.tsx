import { type Head, type PageContext, pageHead, usePage } from "../api/page";
import { LinkButton } from "../design/Button";
import { Icon } from "../design/Icon";
import { paths } from "../lib/paths";

interface Words {
  title: string;
  text: string;
  /** Asking again may help. */
  retry: boolean;
}

function words(status: number): Words {
  if (status === 410) {
    return {
      title: "This scenario has left the stage",
      text: "Its author or our house took it down, so it can no longer be read or played. There is plenty more to see.",
      retry: false,
    };
  }
  if (status === 429) {
    return {
      title: "A little too fast",
      text: "Too many requests came from your address. Wait a moment, then try again.",
      retry: true,
    };
  }
  if (status >= 400 && status < 500) {
    return {
      title: "We could not read that address",
      text: "Part of the link is not something we understand. It may have been cut off on its way to you.",
      retry: false,
    };
  }
  return {
    title: "The curtain is stuck",
    text: "Something on our side did not answer. Nothing you did was lost; try again in a moment.",
    retry: true,
  };
}

/** A page whose required data failed with something other than 404. */
export function FailurePage({ status }: { status: number }) {
  const { path } = usePage();
  const { title, text, retry } = words(status);
  return (
    <div className="wrap">
      <div className="state min-h-[60dvh] content-center">
        <p className="numbers text-sm text-muted">{status}</p>
        <h1 className="state-title text-3xl">{title}</h1>
        <p className="state-text">{text}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          {retry && (
            <LinkButton tone="gold" href={path} data-reload>
              <Icon name="refresh" />
              Try again
            </LinkButton>
          )}
          <LinkButton href={paths.search()}>Browse scenarios</LinkButton>
        </div>
      </div>
    </div>
  );
}

export function failureHead(status: number, ctx: PageContext): Head {
  const { title, text } = words(status);
  return pageHead({ title, description: text, canonical: ctx.path.split("?")[0] ?? "/", robots: "noindex" });
}

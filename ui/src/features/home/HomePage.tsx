import { type Head, pageHead } from "../../api/page";

export function head(): Head {
  return pageHead({ title: "Dramatis", description: "", canonical: "/" });
}

export default function HomePage() {
  return <h1>Home</h1>;
}

"""Small PDFs, written by hand: pages with words, pages without, and one with a password."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from pypdf import PdfReader, PdfWriter


def pdf(pages: Sequence[str], title: str = "") -> bytes:
    """A PDF with one line of ASCII on each page; "" is a page without words."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for i, words in enumerate(pages):
        stream = f"BT /F1 12 Tf 72 720 Td ({words}) Tj ET" if words else "0 0 100 100 re f"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {5 + 2 * i} 0 R >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects.append(f"<< /Title ({title}) >>")
    return _file(objects)


def _file(objects: Sequence[str]) -> bytes:
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("ascii")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>"
    return out + f"{head}{trailer}\nstartxref\n{len(out)}\n%%EOF\n".encode("ascii")


def encrypted(body: bytes, password: str) -> bytes:
    """The same, opened by this password; with "" it is only kept from being changed."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(body)))
    writer.encrypt(password, owner_password="owner", algorithm="RC4-128")
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
